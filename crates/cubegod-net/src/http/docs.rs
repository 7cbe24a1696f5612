//! The documentation page of the API, generated from its description: plain HTML without scripts.

use super::fixed::FixedText;
use super::openapi::document;
use axum::http::HeaderMap;
use axum::response::Response;
use serde_json::Value;
use std::fmt::Write;
use std::sync::LazyLock;

/// Describe the API for users.
#[utoipa::path(
    get,
    path = "/api/v1/docs",
    tag = "server",
    responses((status = 200, description = "A page.", body = String, content_type = "text/html"))
)]
pub(super) async fn page(headers: HeaderMap) -> Response {
    static PAGE: LazyLock<FixedText> = LazyLock::new(|| {
        let page = page_of(&serde_json::to_value(document()).unwrap_or_default());
        FixedText::new(page.into_bytes(), "text/html; charset=utf-8", "no-cache")
    });
    PAGE.response(&headers)
}

/// Returns the style sheet of the page; the content security policy allows no inline styles.
pub(super) async fn styles(headers: HeaderMap) -> Response {
    static TEXT: LazyLock<FixedText> =
        LazyLock::new(|| FixedText::new(STYLES.into(), "text/css; charset=utf-8", "no-cache"));
    TEXT.response(&headers)
}

const STYLES: &str = ":root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
code { font: 0.9em ui-monospace, monospace; }
h2 { margin-top: 2.5rem; border-bottom: 1px solid; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 0.25rem 1rem 0.25rem 0; border-bottom: 1px solid #8884; }
";

/// Returns the page of a description.
fn page_of(api: &Value) -> String {
    let mut page = Page { api, html: String::new() };
    page.write();
    page.html
}

struct Page<'a> {
    api: &'a Value,
    html: String,
}

impl Page<'_> {
    fn write(&mut self) {
        let info = &self.api["info"];
        let (title, version) = (marked(&info["title"]), marked(&info["version"]));
        self.add(&format!(
            "<!doctype html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
             <title>{title}: the API</title><link rel=\"stylesheet\" href=\"/api/v1/docs.css\"></head>\n<body>\n\
             <h1>{title} {version}: the API</h1>\n<p>{}</p>\n\
             <p>For programs: <a href=\"/api/v1/openapi.json\">openapi.json</a>. An example:</p>\n\
             <pre><code>curl -H 'Content-Type: application/json' -d '{{\"cube\":\"R U F\"}}' \
             http://localhost:PORT/api/v1/solve</code></pre>\n",
            marked(&info["description"])
        ));
        let paths = self.api["paths"].as_object();
        for (path, operations) in paths.into_iter().flatten() {
            for (method, operation) in operations.as_object().into_iter().flatten() {
                self.operation(&method.to_uppercase(), path, operation);
            }
        }
        self.schema_section("CubeError", "Errors");
        self.add("</body>\n</html>\n");
    }

    fn operation(&mut self, method: &str, path: &str, operation: &Value) {
        self.add(&format!(
            "<h2><code>{method} {path}</code></h2>\n<p>{}</p>\n",
            marked(&operation["summary"])
        ));
        if operation["description"].is_string() {
            self.add(&format!("<p>{}</p>\n", marked(&operation["description"])));
        }
        if let Some(parameters) = operation["parameters"].as_array() {
            let rows = parameters.iter().map(|parameter| {
                let is_required = parameter["required"] == true;
                self.row(&parameter["name"], &parameter["schema"], &parameter["description"], is_required)
            });
            let rows: String = rows.collect();
            self.table("Query", &rows);
        }
        let body = &operation["requestBody"]["content"]["application/json"]["schema"];
        if !body.is_null() {
            let rows = self.rows(body);
            self.table("Field", &rows);
        }
        let response = &operation["responses"]["200"]["content"]["application/json"]["schema"];
        let rows = self.rows(response);
        if !rows.is_empty() {
            self.table("Response", &rows);
        }
        let others = operation["responses"].as_object().into_iter().flatten();
        let rows: String = others
            .map(|(status, response)| {
                let kinds =
                    response["content"].as_object().into_iter().flatten().map(|(kind, _)| kind.as_str());
                let kinds = kinds.collect::<Vec<_>>().join(", ");
                format!(
                    "<tr><td><code>{status}</code></td><td>{kinds}</td><td>{}</td></tr>\n",
                    marked(&response["description"])
                )
            })
            .collect();
        self.table("Status", &rows);
    }

    fn schema_section(&mut self, name: &str, title: &str) {
        let rows = self.rows(&self.api["components"]["schemas"][name]);
        self.add(&format!("<h2>{title}</h2>\n"));
        self.table("Field", &rows);
    }

    /// Returns a row for each property of a schema, and of its parts and alternatives.
    fn rows(&self, schema: &Value) -> String {
        let schema = self.resolved(schema);
        let parts = ["allOf", "oneOf"].into_iter().filter_map(|key| schema[key].as_array()).flatten();
        let mut rows: String = parts.map(|part| self.rows(part)).collect();
        let is_required = |name: &str| {
            schema["required"].as_array().is_some_and(|names| names.iter().any(|required| required == name))
        };
        for (name, property) in schema["properties"].as_object().into_iter().flatten() {
            rows +=
                &self.row(&Value::from(name.as_str()), property, &property["description"], is_required(name));
        }
        rows
    }

    fn resolved<'b>(&'b self, schema: &'b Value) -> &'b Value {
        let name = schema["$ref"].as_str().and_then(|reference| reference.rsplit('/').next());
        name.map_or(schema, |name| &self.api["components"]["schemas"][name])
    }

    fn row(&self, name: &Value, schema: &Value, description: &Value, is_required: bool) -> String {
        let mut kind = self.kind(schema);
        if is_required {
            kind.push_str(", always");
        }
        format!(
            "<tr><td><code>{}</code></td><td>{kind}</td><td>{}</td></tr>\n",
            marked(name),
            marked(description)
        )
    }

    /// Returns a short description of a type.
    fn kind(&self, schema: &Value) -> String {
        let schema = self.resolved(schema);
        if let Some(names) = schema["enum"].as_array() {
            let names: Vec<String> =
                names.iter().map(|name| format!("<code>{}</code>", marked(name))).collect();
            return names.join(" ");
        }
        let parts = ["oneOf", "anyOf"].iter().filter_map(|key| schema[*key].as_array()).flatten();
        let mut kinds: Vec<String> =
            parts.map(|part| self.kind(part)).filter(|kind| kind != "null").collect();
        kinds.dedup();
        if !kinds.is_empty() {
            return kinds.join(" or ");
        }
        match &schema["type"] {
            Value::String(name) if name == "array" => format!("array of {}", self.kind(&schema["items"])),
            Value::String(name) => name.clone(),
            Value::Array(names) => {
                let names = names.iter().filter_map(Value::as_str).filter(|name| *name != "null");
                names.collect::<Vec<_>>().join(" or ")
            }
            _ => "object".into(),
        }
    }

    fn table(&mut self, first: &str, rows: &str) {
        self.add(&format!("<table>\n<tr><th>{first}</th><th></th><th></th></tr>\n{rows}</table>\n"));
    }

    fn add(&mut self, html: &str) {
        self.html.push_str(html);
    }
}

/// Escapes a text for HTML, with parts in backquotes as code.
fn marked(text: &Value) -> String {
    let text = text.as_str().unwrap_or_default();
    let mut html = String::new();
    for (number, part) in text.split('`').enumerate() {
        let part =
            part.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;");
        // Writing to a string cannot fail.
        let _ = if number % 2 == 1 { write!(html, "<code>{part}</code>") } else { write!(html, "{part}") };
    }
    html
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped_and_backquotes_become_code() {
        assert_eq!(marked(&"a < `b & c`".into()), "a &lt; <code>b &amp; c</code>");
    }

    #[test]
    fn every_operation_and_field_is_on_the_page() {
        let html = page_of(&serde_json::to_value(document()).unwrap());
        for part in
            ["POST /api/v1/solve", "GET /api/v1/render.png", "max_length", "three-step", "flaws", "guess_of"]
        {
            assert!(html.contains(part), "{part}");
        }
        assert!(!html.contains("<script") && !html.contains("style="));
    }
}
