//! The OpenAPI document, generated from the request and response types.

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
        (name = "cubes", description = "Requests about one cube"),
        (name = "pictures", description = "Pictures of one cube"),
        (name = "server", description = "About the server")
    )
)]
struct Description;

/// The error object.
#[derive(ToSchema)]
#[schema(as = CubeError)]
#[expect(dead_code, reason = "it describes the error object and is never constructed")]
struct ProblemShape {
    /// Always `about:blank`.
    r#type: String,
    /// The name of the status.
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
    /// All flaws that make the cube illegal.
    #[schema(nullable = false)]
    flaws: Option<Vec<FlawFields>>,
    /// The smallest repair.
    #[schema(nullable = false)]
    repair: Option<RepairFields>,
    /// The number of legal cubes that fit.
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
#[expect(dead_code, reason = "it describes the error object and is never constructed")]
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
        let errors = [
            (
                "400",
                "Invalid: not a cube, not moves, not JSON, an unknown field, or fields that exclude each other.",
            ),
            ("408", "The body did not arrive in time."),
            ("413", "The body is too long."),
            ("415", "The body has another type than `application/json`."),
            ("421", "The server does not answer for this host."),
            (
                "422",
                "Valid, but without an answer: the cube is illegal, several cubes fit, or the method does not apply.",
            ),
            ("429", "Too many searches of this address are waiting."),
            ("500", "A bug of the server."),
            ("503", "Too many searches are waiting, or there was no answer within the time limit."),
        ];
        errors
            .into_iter()
            .map(|(status, text)| (status.to_owned(), error_response(status, text).into()))
            .collect()
    }
}

fn error_response(status: &str, description: &str) -> Response {
    let content = ContentBuilder::new().schema(Some(Ref::from_schema_name("CubeError"))).build();
    let response =
        ResponseBuilder::new().description(description).content("application/problem+json", content);
    match status {
        "429" | "503" => {
            let seconds = ObjectBuilder::new().schema_type(Type::Integer).build();
            let header = HeaderBuilder::new()
                .schema(Some(seconds))
                .description(Some("The number of seconds after which to try again."));
            response.header("Retry-After", header.build()).build()
        }
        _ => response.build(),
    }
}
