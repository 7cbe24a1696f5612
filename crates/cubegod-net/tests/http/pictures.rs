//! Pictures.

use super::common::*;
use axum::http::header;

#[test]
fn cubes_are_drawn_as_svg_and_png() {
    let drawing =
        get("/api/v1/render.svg?pzl=2&alg=R+U&view=net&size=300&bg=white&letters=1&palette=colorblind");
    assert_eq!((drawing.status.as_u16(), drawing.header(header::CONTENT_TYPE)), (200, "image/svg+xml"));
    assert!(drawing.text().starts_with("<svg ") && drawing.text().contains("width=\"300\""));
    assert!(drawing.text().contains("<title>2x2x2 cube</title>"));
    let picture = get("/api/v1/render.png?case=RUR'U'&size=64");
    assert_eq!((picture.status.as_u16(), picture.header(header::CONTENT_TYPE)), (200, "image/png"));
    assert!(picture.body.starts_with(b"\x89PNG"));
}

#[test]
fn a_case_is_solved_by_its_moves() {
    let same = |one: &str, other: &str| {
        let [one, other] = [one, other].map(|query| get(&format!("/api/v1/render.svg?{query}")));
        assert_eq!(
            (one.status.as_u16(), other.status.as_u16()),
            (200, 200),
            "{} {}",
            one.text(),
            other.text()
        );
        assert_eq!(one.text(), other.text());
    };
    same("case=R+U2", "alg=U2+R'");
    same("cube=superflip&alg=R", "cube=superflip&alg=R5");
    same(&format!("fd={}", SOLVED3.to_lowercase()), "pzl=3");
    same("fd=uuuunnnnffffddddllllbbbb", "cube=UUUU????FFFFDDDDLLLLBBBB");
    same("bg=t", "");
}

#[test]
fn an_invalid_query_is_an_error() {
    for (query, part) in [
        ("view=plan", "not supported"),
        ("pzl=1", "pzl is `1`; expected a whole number from 2 to 7"),
        ("pzl=8", "from 2 to 7"),
        ("pzl=x", "from 2 to 7"),
        ("size=0", "from 1 to 2048"),
        ("size=9999", "from 1 to 2048"),
        ("size=-1", "size is `-1`; expected a whole number from 1 to 2048"),
        ("size=1e3", "from 1 to 2048"),
        ("size=99999999999999999999", "from 1 to 2048"),
        ("size=", "from 1 to 2048"),
        ("bg=mauve", "expected a name"),
        ("palette=pastel", "`standard` or `colorblind`"),
        ("letters=maybe", "`true` or `false`"),
        ("stage=oll", "unknown field `stage`"),
        ("alg=R&case=R", "cannot be combined with"),
        ("cube=R&fd=uuuu", "cannot be combined with"),
        ("alg=Q", "Q"),
        ("fd=uuu", "3"),
        ("pzl=2&alg=3R", "3R"),
    ] {
        let answer = get(&format!("/api/v1/render.svg?{query}"));
        let (status, _) = answer.problem();
        assert_eq!(status, 400, "{query}: {}", answer.text());
        assert!(answer.json()["detail"].as_str().unwrap().contains(part), "{query}: {}", answer.text());
    }
    // An illegal cube can be drawn: seeing it helps to correct it.
    assert_eq!(get(&format!("/api/v1/render.svg?cube={SPOILED2}")).status, 200);
}
