//! What the long help of each command says at its end: examples, and the layouts where they matter.

use cubegod::formats::Format;

/// Below the list of commands.
pub(crate) const OVERVIEW: &str = "\
A cube is text, `@FILE` for a file or `-` for standard input. Try:
  cubegod show \"R U R' U'\"
  cubegod scramble | cubegod check -
  cubegod help convert

Exit codes: 0 all answered, 1 some cube was bad or nothing found, 2 the command was not understood.";

pub(crate) fn show() -> String {
    with_formats(
        "\
Examples:
  cubegod show \"R U R' U'\"                        what these moves make of a solved cube
  cubegod scramble -n 3 | cubegod show -          three random cubes
  cubegod show --svg cube.svg --view iso \"R U F\"  a drawing of the cube in the hand
  cubegod show --png cube.png --letters @cube.txt a picture of the cube in a file
  cubegod show \"cube in cube\"                     a well-known pattern; `cubegod patterns` lists them
  cubegod show --data @data.txt @cube.txt         the characters on its stickers",
    )
}

pub(crate) fn check() -> String {
    with_formats(
        "\
Examples:
  cubegod check UUUURRRRFFFFDDDDLLLLBBBB          a solved pocket cube
  cubegod check @cubes.txt                        all cubes of a file
  cubegod check --json - < cubes.txt              one JSON object for each cube

The numbers in brackets are those of Kociemba's programs:
1 colour counts, 2 edges, 3 flip, 4 corners, 5 twist, 6 parity.",
    )
}

pub(crate) fn convert() -> String {
    with_formats(
        "\
Examples:
  cubegod convert --to net \"R U R' U'\"            a net drawn over several lines
  cubegod convert --to reid @cube.txt             Reid's notation of the cube in a file
  cubegod convert --to facelets --letters own -   another layout, the same characters",
    )
}

pub(crate) fn apply() -> String {
    with_formats(
        "\
Examples:
  cubegod apply UUUURRRRFFFFDDDDLLLLBBBB \"R U R'\"  the cube after these moves
  cubegod apply @cube.txt \"[R, U]3 x\"             commutators, repeats and rotations are moves too
  cubegod apply - \"y\" --to net < cubes.txt        every cube of a stream, turned and drawn
  cubegod apply --data @data.txt @cube.txt \"R U\"  the characters on the stickers move along",
    )
}

pub(crate) fn rotate() -> String {
    flowing(
        "\
Examples:
  cubegod rotate 000011112222333344445555 \"0,1 2,3\"   the top layer once, the left one three times
  cubegod rotate --print @cube.txt \"Rotate(0,1)Rotate(2,3)\"
  cubegod rotate - \"3,2\" < cubes.txt             every array of a stream, one a line
  cubegod rotate 000011112222333344445555 @calls.txt --json

The answer is an array again, which every command reads. The directions 0 to 3 are the moves U, D, L and R;
`cubegod apply` makes any moves, on cubes in any layout.",
    )
}

pub(crate) fn alg() -> String {
    flowing(
        "\
Examples:
  cubegod alg \"[R: U2] (F D)2\"                    R U2 R' F D F D
  cubegod alg --invert \"R U F'\"                   F U' R'
  cubegod alg --simplify --metric htm \"R R U U'\"  R2, then `1 htm`
  cubegod alg --order \"R U R' U'\"                 order 6
  cubegod alg --mirror x - < algs.txt             one sequence a line",
    )
}

pub(crate) fn scramble() -> String {
    with_formats(
        "\
Examples:
  cubegod scramble                                moves that make a random 3x3
  cubegod scramble --puzzle 2x2 -n 5              five pocket cubes
  cubegod scramble --to facelets -n 1000          a thousand cubes as they look
  cubegod scramble --seed 42 --to net             the same cube each time, drawn
  cubegod scramble --not-first F --not-last R     moves that begin with neither F nor B, and end with
                                                  neither R nor L

Every state that is far enough from solved (two moves, four on the 2x2, as the WCA asks) is equally likely.
That stays so with --not-first and --not-last: they choose among the moves that make a state, not among
states. On the 2x2 they are the fewest that begin and end so; about one scramble in four gets a move or
two more for it.",
    )
}

pub(crate) fn enter() -> String {
    with_formats(
        "\
Examples:
  cubegod enter                                   a 2x2: front, right, back, left, up, down
  cubegod enter | cubegod solve -                 and its shortest solution
  cubegod enter --puzzle 3x3 --to net             a 3x3, drawn as a net
  cubegod enter --lang zh                         questions in Chinese
  cubegod enter --begin-with \"OOOO BB?B R\"        go on where an entry was ended

Every face is typed row by row from the left, as it looks from outside: up with the back above it, down
with the front above it. A line holds a face or a part of it: digits (0 orange, 1 blue, 2 red, 3 green,
4 yellow, 5 white) or letters (o b r g y w), `?` for a sticker that nobody knows. Five faces of a 2x2 are
enough. `F2=g`, `0,1=3` or `cube[0][1]=3` corrects one, `undo` takes a line back, `help` tells the rest.
After each line it says whether a real cube can look like this, and if not, what the smallest repair is.

Only the finished cube goes to standard output. An entry that ends before (end of input, `quit`: exit code
1, Ctrl-C: 130) tells the command that goes on with all that was typed.",
    )
}

pub(crate) fn complete() -> String {
    with_formats(
        "\
Examples:
  cubegod complete 'UUUURRRRFFFFDDDDLLLL????'     a pocket cube with a hidden face
  cubegod complete --count - < cubes.txt          one number for each cube
  cubegod complete --list 10 'UUUU????FFFF????????????'",
    )
}

/// Cubes come from arguments or from a file of columns.
pub(crate) const SOLVE_USAGE: &str = "\
cubegod solve [OPTIONS] <CUBE>...
       cubegod solve [OPTIONS] --batch <IN> --out <OUT>";

pub(crate) fn solve() -> String {
    with_formats(
        "\
Examples:
  cubegod solve --puzzle 2x2 \"R U2 F' R\"          undo a scramble of the pocket cube
  cubegod solve 'UUUURRRRFFFFDDDDLLLL????'        five faces are always enough
  cubegod solve --exact --all @cube.txt           every shortest way to white up, green front
  cubegod solve --faces RU --distance @cube.txt   how many turns with two faces alone
  cubegod scramble | cubegod solve -              a random 3x3 in about 19 moves
  cubegod solve --budget 2s @cube.txt             a 3x3 with more time to find a shorter way
  cubegod solve --method optimal @cube.txt        a 3x3 in the fewest moves, proven
  cubegod solve --method optimal --at-most 17 @cube.txt   is there a solution of 17 moves?
  cubegod solve --method optimal --all --essential checkerboard  every shortest one, no two of them alike
  cubegod solve --method optimal --certificate proof.json @cube.txt  what was proven, to be checked
  cubegod solve --method layers --stages @cube.txt  as people do it, layer by layer
  cubegod solve --method cfop --stages @cube.txt  as fast people do it
  cubegod solve --method three-step --stages --puzzle 2x2 \"R U2 F'\"  the 2x2 as people do it
  cubegod solve \"R U F\" --target checkerboard     the way from one cube to another
  cubegod solve --data @data.txt @cube.txt        what the characters on the stickers say in the end
  cubegod solve --data @data.txt --up R --front W @cube.txt   held so
  cubegod solve --data @data.txt --grep 'FLAG\\{.*\\}' @cube.txt  in which orientation they say this
  cubegod solve --json - < cubes.txt              one JSON object for each cube
  cubegod solve --threads 4 @cubes.txt            all cubes of a file, four at a time
  cubegod solve --resume answers.jsonl @cubes.txt many cubes: stop it, run it again, it goes on
  cubegod solve --batch cubes.parquet --out solved.parquet   the column `cube` of a file
  cubegod solve --batch games.csv --column state --out solved.jsonl   another column, other files

Many cubes are solved on all cores and answered in their order, each as soon as it can be; a bad one
is reported in its place. Ctrl-C writes the answers that are there, up to the first one that is not. When they go to a file or a
pipe, a bar on the terminal shows how far it is.

--batch reads Parquet, CSV or JSON lines, as the file's name says, and --out writes any of them: all columns of
the input, then `solution`, `length` and `error`. A bad row has an error and does not stop the others;
the exit code is 1 then. What is solved is kept in OUT.parts until all is, on Ctrl-C and every 20 seconds: the same
command goes on from there. The same options give the same answers on any machine, unless --budget is among them
(--method optimal: with the same table; others may give other solutions of the same length):
a 3x3 gets at most 21 moves with the large tables, which are built first if need be (--tables small does
without them).

--method optimal looks for all solutions that would be shorter than a quick one; how far it is stands
on the terminal. Ctrl-C or the end of --budget gives the best solution that is known, and on standard
error how many moves are needed at least; with --json, `optimal` is false and `at_least` tells it.
--at-most says whether there is a solution that short: it writes one, or says that there is none, and
the exit code is 1. A cube is answered with the same solution each time, on any number of threads, as long
as the table is the same.

Data is read in the layout of the cube. A 3x3 ends with its centres where they were, a 2x2 as the
solution leaves it; --up and --front name faces by the characters of the cube, and either alone gives
four readings. --grep looks into the readings face by face (`facelets`, `net-faces`) and row by row
(`net-string`), and makes the exit code 1 if none matches.

A cube is solved when every face has one colour; a solved one gives an empty line. Tables are kept in
CUBEGOD_CACHE, else in the user's cache folder. The large ones for the 3x3 are built once: the first
answer does not wait for them, but the command stays until they are kept (Ctrl-C puts that off).",
    )
}

pub(crate) fn verify() -> String {
    "\
Examples:
  cubegod solve --method optimal --certificate proof.json @cube.txt
  cubegod verify proof.json                       the same, proven by another search
  cubegod verify --to 15 proof.json               only that 15 moves are too few, for those in a hurry
  cubegod verify --json *.json                    one JSON object for each certificate

A file has one certificate, and so has standard input (`-`): several are given as several files. A certificate says that
no solution of a cube is shorter than the one in it. That it is a solution is
checked by making its moves; that none is shorter by a search that has neither table nor code in common with
`solve --method optimal`. It is plain, and slow: a proof that 16 moves are too few takes seconds, 17 minutes,
and each move more 13 times as long (in quarter turns each two moves some 90 times). Ctrl-C stops it and says
how far it came.

Exits with 1 if a certificate is refuted, or is none; a proof that --to cuts short is none of these."
        .into()
}

pub(crate) fn teach() -> String {
    with_formats(
        "\
Examples:
  cubegod teach \"R U F2 L' B\"                     a 3x3 layer by layer
  cubegod teach --puzzle 2x2 \"R U F2 L' B\"        a pocket cube in three steps
  cubegod teach --lang zh @cube.txt               in Chinese
  cubegod teach --format html -o lesson.html \"R U F\"   a page with pictures
  cubegod teach --json - < cubes.txt              everything, for machines
  cubegod teach --interactive                     asks for the stickers, then goes step by step",
    )
}

pub(crate) fn patterns() -> String {
    flowing(
        "\
Examples:
  cubegod patterns                                all of them: name, number of moves, moves
  cubegod patterns superflip \"cube in a cube\"     what these look like, and what is known of them
  cubegod patterns --json                         one JSON object for each
  cubegod solve superflip                         a name stands for its cube in every command

Capitals, blanks, hyphens and apostrophes of a name do not matter. The order is how often the moves
are made until the cube is solved again. The symmetry is how many of the 48 rotations and mirror
images of a cube make no difference, when the colours are renamed with the places.",
    )
}

pub(crate) fn search() -> String {
    with_formats(
        "\
Examples:
  cubegod search --data @data.txt --grep 'FLAG\\{\\w+\\}'        what up to five turns can make of 54 characters
  cubegod search --data @data.txt --grep 'KEY.{4}' --depth 6 --limit 1
  cubegod search @cube.txt --data @data.txt --grep FLAG --up W --front G
  cubegod search --json --puzzle 2x2 --depth 11 --data abcdefghijklmnopqrstuvwx --grep ^axe

Every position that so many turns lead to is read once, in all 24 orientations and in three orders:
face by face as facelets are (`facelets`), the rows of a net (`net-string`), and the faces of a net,
U L F R B D (`net-faces`). A text that matches is told once, with the fewest turns that show it.
The expression is one of Rust's regex crate; a brace is written `\\{`. Exits with 1 if nothing matches.

--depth 5 reads 621,649 positions of the 3x3 in a few seconds; 6 takes half a minute and 100 MB, 7 some
minutes and 1.3 GB. On the 2x2, 11 turns lead everywhere. --up and --front save time.",
    )
}

pub(crate) fn judge() -> String {
    flowing(
        "\
Examples:
  cubegod judge contest.txt                       `Yes` or `No` for each data set
  cubegod judge --explain < contest.txt           the cubes in the end, and what is wrong with them
  cubegod judge --json contest.txt                one JSON object for each data set

A data set is `START`, the nine lines of a net, operations and `END`; `ENDOFINPUT` comes after the
last one. An operation is front, left, right, back, top or bottom, then right (a quarter turn
clockwise as seen from that side) or left. Stickers may carry any characters, and the cube need not
be a real one: it is solved when every face is of one character. A malformed data set is reported,
the others are judged. (`challenge judge` is something else: it judges a saved game.)",
    )
}

pub(crate) fn engine() -> String {
    flowing(
        "\
Examples:
  cubegod engine                                  one line in, one line out, until end of input
  cubegod engine --listen 127.0.0.1:7777          the same for anybody who connects

A request is `BEGIN`, a line `U a b c d` for each face seen (in any order), `END`; or one cube a
line in any layout. The answer is always one line: a solution, an empty line for a solved cube, or
`ERROR kind: what and where`. A 2x2 gets the shortest solution that ends white up, green front
(`solve` gives the shortest however it is held, unless told --exact); a 3x3 gets one of about 20
moves.",
    )
}

pub(crate) fn serve() -> String {
    flowing(
        "\
Examples:
  cubegod serve                                   then open http://127.0.0.1:8080/ in a browser
  cubegod serve --listen 0.0.0.0:80 --queue 1000  for everybody who can reach this machine
  cubegod serve --allow-origin https://example.org  for the scripts of another page
  curl -H 'Content-Type: application/json' -d '{\"cube\":\"R U F\"}' http://127.0.0.1:8080/api/v1/solve

The API answers with what the command line writes with --json; http://127.0.0.1:8080/api/v1/docs tells
all of it, and docs/api.md in the sources. Only this machine can reach the server unless --listen says
otherwise. Who asks too much at once is told to come back later (429, 503).",
    )
}

pub(crate) fn challenge() -> String {
    flowing(
        "\
Examples:
  cubegod challenge serve                         in one terminal
  cubegod challenge play 127.0.0.1:9999           in another: a hundred rounds, and the flag
  cubegod challenge play --transcript game.txt 127.0.0.1:9999
  cubegod challenge judge game.txt                was every answer right?",
    )
}

pub(crate) fn challenge_serve() -> String {
    flowing(
        "\
Examples:
  cubegod challenge serve --flag 'flag{it turns}' --listen 0.0.0.0:9999
  cubegod challenge serve --rounds 10 --time-limit 30s --hidden 0   for people
  socat TCP-LISTEN:9999,fork,reuseaddr EXEC:'cubegod challenge serve --stdio'

The log is one JSON object a line on standard error. Ctrl-C lets running rounds end. With two or
three faces hidden several cubes may fit what is shown, and players have to guess.",
    )
}

pub(crate) fn challenge_play() -> String {
    flowing(
        "\
Examples:
  cubegod challenge play localhost:9999
  cubegod challenge play --exec 'python3 app.py'

Exits with 1 and prints the transcript when the server rejects an answer or goes away.",
    )
}

pub(crate) fn challenge_judge() -> String {
    flowing(
        "\
Examples:
  cubegod challenge judge game.txt
  cubegod challenge judge --json - < game.txt

A game is what the server printed, with each answer on the line after its prompt.",
    )
}

pub(crate) fn tables() -> String {
    flowing(
        "\
Examples:
  cubegod tables list                             which there are, and whether they are ready
  cubegod tables build                            those that everybody needs, rather than when one is needed
  cubegod tables build optimal-4g                 one for faster proofs
  cubegod tables clear two-phase-large            room on the disk

Tables are kept in CUBEGOD_CACHE, else in the user's cache folder. Nobody has to look after them: what
is missing, damaged or of another version is built again by the first command that wants it. Small
tables for the 3x3 take no room and a tenth of a second in each run: CUBEGOD_TABLES=small or
--tables small.",
    )
}

pub(crate) fn tables_list() -> String {
    flowing(
        "\
Examples:
  cubegod tables list
  cubegod tables list --json                      one JSON object for each table",
    )
}

pub(crate) fn tables_build() -> String {
    flowing(
        "\
Examples:
  cubegod tables build                            those for the 2x2, and for quick solutions of the 3x3
  cubegod tables build optimal-4g                 a large one for proven shortest solutions of the 3x3
  cubegod tables build two-phase-large            for an image or a machine that may not write later

A table that another process is building is waited for.",
    )
}

pub(crate) fn tables_verify() -> String {
    flowing(
        "\
Examples:
  cubegod tables verify
  cubegod tables verify --quiet && echo whole

Exits with 1 if a table is damaged or can't be read; one that is not built is no fault.",
    )
}

pub(crate) fn tables_clear() -> String {
    flowing(
        "\
Examples:
  cubegod tables clear                            all of them
  cubegod tables clear two-phase-large

Only tables are removed, and temporary files of builds that were ended; other files of the folder stay.",
    )
}

pub(crate) fn completions() -> String {
    flowing(
        "\
Examples:
  cubegod completions bash > ~/.local/share/bash-completion/completions/cubegod
  cubegod completions zsh > ~/.zfunc/_cubegod
  cubegod completions fish > ~/.config/fish/completions/cubegod.fish",
    )
}

pub(crate) fn man() -> String {
    flowing(
        "\
Examples:
  cubegod man | man -l -
  cubegod man --dir ~/.local/share/man/man1",
    )
}

/// Paragraphs on one line each, so that the terminal alone decides where they break; examples stay as they are.
fn flowing(text: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut is_prose = false;
    for line in text.lines() {
        // Examples are indented, and headings end with a colon.
        let continues = is_prose && !line.is_empty() && !line.starts_with(' ');
        match lines.last_mut() {
            Some(last) if continues => last.extend([" ", line]),
            _ => lines.push(line.to_owned()),
        }
        is_prose = !line.is_empty() && !line.starts_with(' ') && (!line.ends_with(':') || continues);
    }
    lines.join("\n")
}

fn with_formats(examples: &str) -> String {
    let formats = Format::ALL.map(|format| format!("  {:<11} {}", format.name(), format.description()));
    format!("{}\n\nLayouts (FORMAT):\n{}", flowing(examples), formats.join("\n"))
}
