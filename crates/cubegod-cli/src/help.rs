//! The end of each command's long help: examples, and the layouts where they matter.

use cubegod::formats::Format;

/// The text below the list of commands.
pub(crate) const OVERVIEW: &str = "\
A cube is text, `@FILE` for a file or `-` for standard input. Try:
  cubegod show \"R U R' U'\"
  cubegod scramble | cubegod check -
  cubegod help convert

Exit codes: 0 all answered, 1 a cube was bad or unsolved, 2 the command was not understood.";

pub(crate) fn show() -> String {
    with_formats(
        "\
Examples:
  cubegod show \"R U R' U'\"                        a solved cube after these moves
  cubegod scramble -n 3 | cubegod show -          three random cubes
  cubegod show --svg cube.svg --view iso \"R U F\"  a drawing in three dimensions
  cubegod show --png cube.png --letters @cube.txt a picture of the cube in a file
  cubegod show \"cube in cube\"                     a pattern by its name (see `cubegod patterns`)
  cubegod show --data @data.txt @cube.txt         the characters on its stickers",
    )
}

pub(crate) fn check() -> String {
    with_formats(
        "\
Examples:
  cubegod check UUUURRRRFFFFDDDDLLLLBBBB          a solved pocket cube
  cubegod check @cubes.txt                        all cubes of a file
  cubegod check --json - < cubes.txt              one JSON object per cube

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
  cubegod convert --to facelets --letters own -   another layout with the same characters",
    )
}

pub(crate) fn apply() -> String {
    with_formats(
        "\
Examples:
  cubegod apply UUUURRRRFFFFDDDDLLLLBBBB \"R U R'\"  the cube after these moves
  cubegod apply @cube.txt \"[R, U]3 x\"             commutators, repeats and rotations
  cubegod apply - \"y\" --to net < cubes.txt        every cube of a stream, as a net
  cubegod apply --data @data.txt @cube.txt \"R U\"  characters on the stickers move too",
    )
}

pub(crate) fn rotate() -> String {
    join_lines(
        "\
Examples:
  cubegod rotate 000011112222333344445555 \"0,1 2,3\"   the top layer once, the left one three times
  cubegod rotate --print @cube.txt \"Rotate(0,1)Rotate(2,3)\"
  cubegod rotate - \"3,2\" < cubes.txt             every array of a stream, one per line
  cubegod rotate 000011112222333344445555 \"左顺1 上顺3\"  the same moves in Chinese notation
  cubegod rotate 000011112222333344445555 @calls.txt --json

The output is an array, which every command reads. The directions 0 to 3 are the moves U, D, L and R.
`cubegod apply` applies any moves to cubes in any layout.",
    )
}

pub(crate) fn alg() -> String {
    join_lines(
        "\
Examples:
  cubegod alg \"[R: U2] (F D)2\"                    R U2 R' F D F D
  cubegod alg --invert \"R U F'\"                   F U' R'
  cubegod alg --simplify --metric htm \"R R U U'\"  R2, then `1 htm`
  cubegod alg --order \"R U R' U'\"                 order 6
  cubegod alg --mirror x - < algs.txt             one sequence per line",
    )
}

pub(crate) fn scramble() -> String {
    with_formats(
        "\
Examples:
  cubegod scramble                                moves that make a random 3x3
  cubegod scramble --puzzle 2x2 -n 5              five 2x2 scrambles with U, R and F
  cubegod scramble --puzzle 2x2 --faces URFDLB    a 2x2 scramble with all six faces
  cubegod scramble --to facelets -n 1000          a thousand cubes as facelets
  cubegod scramble --seed 42 --to net             the same cube each time, as a net
  cubegod scramble --not-first F --not-last R     do not begin with F or B, do not end
                                                  with R or L

Every state that needs at least two moves (four on the 2x2) is equally likely, as the WCA requires.
--not-first and --not-last do not change that: they choose among the sequences that make a state. On the
2x2 the sequence is a shortest one with these restrictions.",
    )
}

pub(crate) fn enter() -> String {
    with_formats(
        "\
Examples:
  cubegod enter                                   a 2x2: front, right, back, left, up, down
  cubegod enter | cubegod solve -                 solve it
  cubegod enter --puzzle 3x3 --to net             a 3x3, written as a net
  cubegod enter --lang zh                         questions in Chinese
  cubegod enter --begin-with \"OOOO BB?B R\"        continue an entry

Type every face row by row from the left, as seen from outside: up with the back above it, down with the
front above it. A line holds a face or a part of it: digits (0 orange, 1 blue, 2 red, 3 green, 4 yellow,
5 white) or letters (o b r g y w), `?` for an unknown sticker. Five faces of a 2x2 are enough. `F2=g`,
`0,1=3` or `cube[0][1]=3` corrects a sticker, `undo` takes back a line, `help` lists the rest. After each
line the stickers are checked; if no cube fits, the smallest repair is shown.

Only the finished cube goes to standard output. An entry that ends early (end of input or `quit`: exit code
1, Ctrl-C: 130) prints the command that continues it.",
    )
}

pub(crate) fn complete() -> String {
    with_formats(
        "\
Examples:
  cubegod complete 'UUUURRRRFFFFDDDDLLLL????'     a pocket cube with a hidden face
  cubegod complete --count - < cubes.txt          one number per cube
  cubegod complete --list 10 'UUUU????FFFF????????????'",
    )
}

pub(crate) fn batch() -> String {
    with_formats(
        "\
Examples:
  cubegod batch cubes.txt solved.txt              one line per cube: its solution, or `error: ` and why
  cubegod batch cubes.csv solved.csv              the column `cube`; three more columns in the output
  cubegod batch games.csv --column state solved.jsonl   another column, another kind of file
  cubegod batch cubes.parquet solved.parquet      Parquet, with the types of all columns
  cubegod batch --method optimal cubes.txt solved.csv   the fewest moves, proven

The output has all columns of the input, then `solution`, `length` and `error`. A bad row has an error and
does not stop the others; the exit code is 1 then. Cubes are solved on all cores, in constant memory, and
written in the order of the input.

Solved rows are kept in the folder OUT.parts on Ctrl-C and every 20 seconds; the same command continues from there.
A run with other options, another input or another version is refused; --restart deletes what is
kept. The output appears when all rows are solved.

The same options give the same answers on any machine, unless --budget is among them (--method
optimal: with the same table; others may give other solutions of the same length). A 3x3 gets at
most 21 moves with the large tables, which are built first if need be (--tables small skips
them).",
    )
}

pub(crate) fn solve() -> String {
    with_formats(
        "\
Examples:
  cubegod solve --puzzle 2x2 \"R U2 F' R\"          solve a scrambled 2x2
  cubegod solve 'UUUURRRRFFFFDDDDLLLL????'        five faces are enough
  cubegod solve --exact --all @cube.txt           all shortest solutions, white up, green front
  cubegod solve --faces RU --distance @cube.txt   how many moves with two faces
  cubegod scramble | cubegod solve -              a random 3x3 in about 19 moves
  cubegod solve --budget 2s @cube.txt             a 3x3 with more time for a shorter solution
  cubegod solve --method optimal @cube.txt        a 3x3 in the fewest moves
  cubegod solve --method optimal --at-most 17 @cube.txt   is there a solution of 17 moves?
  cubegod solve --method optimal --all --essential checkerboard  one solution per symmetry class
  cubegod solve --method optimal --certificate proof.json @cube.txt  with a proof to verify
  cubegod solve --method layers --stages @cube.txt  layer by layer
  cubegod solve --method cfop --stages @cube.txt  as speedcubers do it
  cubegod solve --method three-step --stages --puzzle 2x2 \"R U2 F'\"  a beginner's method
  cubegod solve \"R U F\" --target checkerboard     from one cube to another
  cubegod solve --data @data.txt @cube.txt        characters on the stickers, once solved
  cubegod solve --data @data.txt --up R --front W @cube.txt   red up, white front
  cubegod solve --data @data.txt --grep 'FLAG\\{.*\\}' @cube.txt  orientations that match
  cubegod solve --json - < cubes.txt              one JSON object per cube
  cubegod solve --threads 4 @cubes.txt            all cubes of a file, four at a time
  cubegod batch cubes.txt solved.txt              many cubes from file to file: see `cubegod help batch`

Many cubes are solved on all cores and answered in the order of the input; a bad cube is reported in its
place. Ctrl-C writes the answers so far, up to the first one that is missing. A progress bar is shown on
the terminal when answers go to a file or a pipe.

--method optimal proves that no solution is shorter, and shows its progress on the terminal. On Ctrl-C or at the
end of --budget it prints the best solution found and, on standard error, how many moves are needed at
least (with --json, `optimal` is false and `at_least` is that number). --at-most prints a solution that
short, or exits with 1 if there is none. With the same table a cube gets the same solution each time, on
any number of threads.

Data is read in the layout of the cube. A 3x3 keeps its centres in place; a 2x2 is read as the solution
leaves it. --up and --front name faces by the characters of the cube; either alone gives four readings.
--grep searches the readings face by face (`facelets`, `net-faces`) and row by row (`net-string`), and
exits with 1 if none matches.

A cube is solved when every face has one colour; a solved cube gives an empty line. Tables are cached in
CUBEGOD_CACHE, else in the user's cache folder. The large tables for the 3x3 are built once: the first
answer does not wait for them, but the command runs until they are cached (Ctrl-C cancels that).",
    )
}

pub(crate) fn verify() -> String {
    "\
Examples:
  cubegod solve --method optimal --certificate proof.json @cube.txt
  cubegod verify proof.json                       verify it with an independent search
  cubegod verify --to 15 proof.json               prove only that 15 moves are too few
  cubegod verify --json *.json                    one JSON object per certificate

Each file holds one certificate, and so does standard input (`-`). A certificate claims that its solution of
a cube is a shortest one. The solution is checked by applying its moves; its optimality by a search that
shares neither tables nor code with `solve --method optimal`. This search is simple and slow: to prove that
16 moves are too few takes seconds, 17 take minutes, and each further move takes 13 times as long (in
quarter turns, each two moves about 90 times). Ctrl-C stops it and prints its progress.

Exits with 1 if a certificate is refuted or is not a certificate. A proof limited by --to exits with 0."
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
  cubegod teach --json - < cubes.txt              the lesson as JSON
  cubegod teach --interactive                     type in a cube, then go step by step",
    )
}

pub(crate) fn patterns() -> String {
    join_lines(
        "\
Examples:
  cubegod patterns                                all of them: name, number of moves, moves
  cubegod patterns superflip \"cube in a cube\"     what they look like, with details
  cubegod patterns --json                         one JSON object per pattern
  cubegod solve superflip                         every command reads the names

Case, blanks, hyphens and apostrophes in a name do not matter. The order is the number of repetitions that
restore the cube. The symmetry is the number of the 48 symmetries of the cube that leave the pattern
unchanged when the colours are renamed with the places.",
    )
}

pub(crate) fn search() -> String {
    with_formats(
        "\
Examples:
  cubegod search --data @data.txt --grep 'FLAG\\{\\w+\\}'        54 characters, up to five moves
  cubegod search --data @data.txt --grep 'KEY.{4}' --depth 6 --limit 1
  cubegod search @cube.txt --data @data.txt --grep FLAG --up W --front G
  cubegod search --json --puzzle 2x2 --depth 11 --data abcdefghijklmnopqrstuvwx --grep ^axe

Every position within the depth is read once, in all 24 orientations and in three orders: the faces of the
facelets (`facelets`), the rows of a net (`net-string`), and the faces of a net, U L F R B D (`net-faces`).
A matching text is printed once, with the fewest moves that show it. Regular expressions are those of
Rust's regex crate; a brace is written `\\{`. Exits with 1 if nothing matches.

--depth 5 reads 621,649 positions of the 3x3 in a few seconds; 6 takes half a minute and 100 MB, 7 a few
minutes and 1.3 GB. On the 2x2, a depth of 11 reaches every position. --up and --front save time.",
    )
}

pub(crate) fn judge() -> String {
    join_lines(
        "\
Examples:
  cubegod judge contest.txt                       `Yes`, `No` or `Error` per data set
  cubegod judge --explain < contest.txt           the final cubes and their wrong stickers
  cubegod judge --json contest.txt                one JSON object per data set

A data set is `START`, the nine lines of a net, operations and `END`; `ENDOFINPUT` comes after the
last one. An operation is front, left, right, back, top or bottom, then right (a quarter turn
clockwise as seen from that side) or left. Stickers may be any characters, and the cube need not be a
legal one: it is solved when every face has one character. A malformed data set gets `Error`, with the
reason on standard error. (`challenge judge` is different: it judges a saved game.)",
    )
}

pub(crate) fn engine() -> String {
    join_lines(
        "\
Examples:
  cubegod engine                                  one line in, one line out, until end of input
  cubegod engine --listen 127.0.0.1:7777          the same on a TCP socket
  cubegod engine --max-length 20 --budget 1s      a 3x3 in at most 20 moves, or an error
  cubegod engine --listen 0.0.0.0:7777 --time-limit 2s --connections-per-address 16

A request is `BEGIN`, a line `U a b c d` for each known face (in any order), `END`; or one cube per
line in any layout. The answer is always one line: a solution, an empty line for a solved cube, or
`ERROR kind: what and where`. A 2x2 gets a shortest solution that ends white up, green front
(`solve` accepts any orientation unless --exact is given); a 3x3 gets one of about 20 moves. On
standard input, the exit code is 1 if any request had an error.

On a socket, addresses take turns, and a request that exceeds a limit gets `ERROR timeout: …` or
`ERROR busy: …`. With --trusted-proxy, connections of the proxy begin with a PROXY protocol header.",
    )
}

pub(crate) fn serve() -> String {
    join_lines(
        "\
Examples:
  cubegod serve                                   then open http://127.0.0.1:8080/ in a browser
  cubegod serve --listen 0.0.0.0:80 --queue 1000  open to other machines
  cubegod serve --allow-origin https://example.org  for scripts of another page
  cubegod serve --allow-host example.org --trusted-proxy 10.0.0.0/8  behind a reverse proxy
  curl -H 'Content-Type: application/json' -d '{\"cube\":\"R U F\"}' http://127.0.0.1:8080/api/v1/solve

The API returns the same JSON as --json on the command line. It is documented at
http://127.0.0.1:8080/api/v1/docs, and in docs/api.md in the sources. Only this machine can reach the
server unless --listen names another address. Quick requests have threads of their own, addresses
take turns, and overload is answered with 429 or 503. With --trusted-proxy, clients are known by
X-Forwarded-For or Forwarded, which the proxy must set.",
    )
}

pub(crate) fn challenge() -> String {
    join_lines(
        "\
Examples:
  cubegod challenge serve                         in one terminal
  cubegod challenge play 127.0.0.1:9999           in another: a hundred rounds, and the flag
  cubegod challenge play --transcript game.txt 127.0.0.1:9999
  cubegod challenge judge game.txt                check every answer",
    )
}

pub(crate) fn challenge_serve() -> String {
    join_lines(
        "\
Examples:
  cubegod challenge serve --flag 'flag{it turns}' --listen 0.0.0.0:9999
  cubegod challenge serve --rounds 10 --time-limit 30s --hidden 0   for human players
  cubegod challenge serve --players 200 --players-per-address 5    for a public address
  socat TCP-LISTEN:9999,fork,reuseaddr EXEC:'cubegod challenge serve --stdio'
  cubegod challenge serve --stdio --seed 7 --player 3   the cubes of the third player of this seed

Only this machine can reach the server unless --listen names another address. The log has one JSON
object per line on standard output (on standard error with --stdio). On Ctrl-C, running rounds are finished. With two or three faces hidden, several cubes may fit what is shown, and
players have to guess.",
    )
}

pub(crate) fn challenge_play() -> String {
    join_lines(
        "\
Examples:
  cubegod challenge play localhost:9999
  cubegod challenge play --exec 'python3 app.py'
  cubegod challenge play --prompt '(?i)your moves' localhost:9999

Exits with 1 and prints the transcript if the server rejects an answer, disconnects, sends nothing for
--timeout, or sends output without a prompt for --round-timeout or for more than a megabyte.",
    )
}

pub(crate) fn challenge_judge() -> String {
    join_lines(
        "\
Examples:
  cubegod challenge judge game.txt
  cubegod challenge judge --json - < game.txt

A game is the output of the server, with each answer on the line after its prompt.",
    )
}

pub(crate) fn tables() -> String {
    join_lines(
        "\
Examples:
  cubegod tables list                             all tables and whether they are ready
  cubegod tables build                            the usual tables, before they are needed
  cubegod tables build optimal-4g                 a larger table for faster proofs
  cubegod tables clear two-phase-large            free disk space

Tables are cached in CUBEGOD_CACHE, else in the user's cache folder. A damaged table, or one of another version,
is not used; `cubegod tables build` builds it again, and commands that solve build the usual ones. Small tables
for the 3x3 need no disk space and a tenth of a second per run: CUBEGOD_TABLES=small or --tables small.

New files are private. The folder may be a symbolic link; its files must be regular files of this user, of
root or of the owner of the folder. Others are reported and not used.",
    )
}

pub(crate) fn tables_list() -> String {
    join_lines(
        "\
Examples:
  cubegod tables list
  cubegod tables list --json                      one JSON object per table",
    )
}

pub(crate) fn tables_build() -> String {
    join_lines(
        "\
Examples:
  cubegod tables build                            tables for the 2x2 and for fast solutions of the 3x3
  cubegod tables build optimal-4g                 a large table for optimal solutions of the 3x3
  cubegod tables build two-phase-large            for a container image or a read-only machine

If another process is building a table, the command waits for it.",
    )
}

pub(crate) fn tables_verify() -> String {
    join_lines(
        "\
Examples:
  cubegod tables verify
  cubegod tables verify --quiet && echo ok

Exits with 1 if a table is damaged or cannot be read. A table that is not built is not an error.",
    )
}

pub(crate) fn tables_clear() -> String {
    join_lines(
        "\
Examples:
  cubegod tables clear                            all tables
  cubegod tables clear two-phase-large

Removes only tables and temporary files of interrupted builds, no other files of the folder.",
    )
}

pub(crate) fn completions() -> String {
    join_lines(
        "\
Examples:
  cubegod completions bash > ~/.local/share/bash-completion/completions/cubegod
  cubegod completions zsh > ~/.zfunc/_cubegod
  cubegod completions fish > ~/.config/fish/completions/cubegod.fish",
    )
}

pub(crate) fn man() -> String {
    join_lines(
        "\
Examples:
  cubegod man | man -l -
  cubegod man --dir ~/.local/share/man/man1",
    )
}

/// Joins the lines of each paragraph, so that the terminal's width decides where they break. Examples stay as they are.
fn join_lines(text: &str) -> String {
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
    format!("{}\n\nLayouts (FORMAT):\n{}", join_lines(examples), formats.join("\n"))
}
