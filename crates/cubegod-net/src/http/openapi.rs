//! The description of the API, made from the types that are read and written.

use super::error::HttpKind;
use super::{docs, metrics, picture, verbs};
use cubegod_service::{ChangeFields, ErrorKind, FlawFields, QuestionFields, RepairFields};
use std::collections::BTreeMap;
use utoipa::openapi::content::ContentBuilder;
use utoipa::openapi::header::HeaderBuilder;
use utoipa::openapi::{ObjectBuilder, Ref, RefOr, Response, ResponseBuilder, Type};
use utoipa::{IntoResponses, OpenApi, ToSchema};

/// The OpenAPI document of the API.
pub fn document() -> utoipa::openapi::OpenApi {
    Description::openapi()
}

#[derive(OpenApi)]
#[openapi(
    info(
        title = "cubegod",
        description = "The 2x2 and 3x3 Rubik's cube: check, complete, convert, turn, scramble, solve, teach and draw cubes. \
                       Responses are the JSON objects that the command line prints with `--json`; errors are \
                       `application/problem+json`. Unknown fields are errors."
    ),
    paths(
        verbs::check,
        verbs::complete,
        verbs::convert,
        verbs::apply,
        verbs::solve,
        verbs::teach,
        verbs::scramble,
        picture::svg,
        picture::png,
        super::openapi_json,
        docs::page,
        super::healthz,
        metrics::page
    ),
    components(schemas(ProblemShape)),
    tags(
        (name = "cubes", description = "Questions about one cube"),
        (name = "pictures", description = "Pictures of one cube"),
        (name = "server", description = "About the server")
    )
)]
struct Description;

/// Why a request is not answered.
#[derive(ToSchema)]
#[schema(as = CubeError)]
#[expect(dead_code, reason = "it describes what is written, and is not written itself")]
struct ProblemShape {
    /// Always `about:blank`.
    r#type: String,
    /// What the status is called.
    title: String,
    /// The status.
    status: u16,
    /// What is wrong, where, and what to do.
    detail: String,
    #[schema(inline)]
    kind: AnyKindShape,
    /// The line of the cube's text, from 1.
    #[schema(nullable = false)]
    line: Option<usize>,
    /// The column of the cube's text, from 1.
    #[schema(nullable = false)]
    column: Option<usize>,
    /// Everything that keeps it from being a legal cube.
    #[schema(nullable = false)]
    flaws: Option<Vec<FlawFields>>,
    /// The smallest repair.
    #[schema(nullable = false)]
    repair: Option<RepairFields>,
    /// How many legal cubes fit.
    #[schema(nullable = false)]
    count: Option<u128>,
    /// The first few of them, in face letters.
    #[schema(nullable = false)]
    completions: Option<Vec<String>>,
    /// The sticker whose colour distinguishes the cubes best.
    #[schema(nullable = false)]
    question: Option<QuestionFields>,
}

/// The kind of the error, for programs.
#[derive(ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "it describes what is written, and is not written itself")]
enum AnyKindShape {
    Cube(#[schema(inline)] ErrorKind),
    Request(#[schema(inline)] HttpKind),
}

/// Imported for the documentation of [`RepairFields`], of which it is a part.
const _: Option<ChangeFields> = None;

/// The error responses of every operation.
pub(super) struct ErrorResponses;

impl IntoResponses for ErrorResponses {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        let refusals = [
            (
                "400",
                "Not understood: no cube, no moves, no JSON, an unknown field, or fields that exclude each other.",
            ),
            ("408", "The body took too long to come."),
            ("413", "The body is too long."),
            ("415", "The body is of another type than `application/json`."),
            (
                "422",
                "Understood, but there is no answer: a cube that is not legal, several that fit, or none for this method.",
            ),
            ("429", "Too many requests from this address wait."),
            ("500", "A mistake of the server."),
            ("503", "Too many requests wait, or there was no answer in time."),
        ];
        refusals.into_iter().map(|(status, text)| (status.to_owned(), refusal(status, text).into())).collect()
    }
}

fn refusal(status: &str, description: &str) -> Response {
    let content = ContentBuilder::new().schema(Some(Ref::from_schema_name("CubeError"))).build();
    let response =
        ResponseBuilder::new().description(description).content("application/problem+json", content);
    match status {
        "429" | "503" => {
            let seconds = ObjectBuilder::new().schema_type(Type::Integer).build();
            let header = HeaderBuilder::new()
                .schema(Some(seconds))
                .description(Some("Seconds until it is worth asking again."));
            response.header("Retry-After", header.build()).build()
        }
        _ => response.build(),
    }
}
