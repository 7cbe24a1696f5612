// A server for development and tests: the built page, and the API answered by the command line.
// It needs nothing but Node. `cubegod serve` is the real one; this one is slow and trusts whoever asks.
//
//   CUBEGOD_BINARY=../target/debug/cubegod node dev/server.mjs 127.0.0.1:8080

import { execFile } from "node:child_process";
import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { createGzip } from "node:zlib";

const here = fileURLToPath(new URL(".", import.meta.url));
const dist = join(here, "..", "dist");
const binary = process.env.CUBEGOD_BINARY ?? join(here, "..", "..", "target", "debug", "cubegod");
const [host, port] = (process.argv[2] ?? "127.0.0.1:8080").split(":");

const VERBS = ["check", "complete", "convert", "apply", "solve", "teach", "scramble"];
const BODY_LIMIT = 64 * 1024;
const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
};
const TITLES = {
  400: "Bad Request",
  404: "Not Found",
  413: "Content Too Large",
  422: "Unprocessable Content",
  500: "Internal Server Error",
};
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Runs the command line; gives its exit code and what it wrote. */
function run(options) {
  return new Promise((resolve) => {
    const env = { ...process.env, CUBEGOD_TABLES: process.env.CUBEGOD_TABLES ?? "small" };
    execFile(binary, options, { env, maxBuffer: 1 << 26, encoding: "buffer" }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === "number" ? error.code : -1;
      resolve({ code, stdout, stderr: stderr.toString() || (error?.message ?? "") });
    });
  });
}

/** The fields of a request as options: `max_length: 20` becomes `--max-length 20`. */
function optionsOf(verb, fields) {
  const options = [verb, "--json"];
  const places = [];
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === "string" && /^(@|-$)/.test(value))
      throw new Refused(400, "a file can't be named here");
    if (name === "cube" || name === "alg") continue;
    if (value === false || value === null) continue;
    const option = `--${name.replaceAll("_", "-")}`;
    if (value === true) options.push(option);
    else options.push(`${option}=${name === "budget" && typeof value === "number" ? `${value}s` : value}`);
  }
  if (verb !== "scramble") places.push(String(fields.cube ?? ""));
  if (verb === "apply") places.push(String(fields.alg ?? ""));
  return [...options, "--", ...places];
}

class Refused extends Error {
  constructor(status, detail, more = {}) {
    super(detail);
    this.problem = { type: "about:blank", title: TITLES[status] ?? "Error", status, detail, ...more };
  }
}

/**
 * The command line reads a transcript as many cubes, one answer a line; the last that could be read counts, as in a
 * game that is still going on.
 */
function chosen(lines) {
  const last = (test) => lines.findLast(test);
  return (
    last((line) => !line.startsWith('{"error":')) ??
    last((line) => line.startsWith('{"error":{"kind":"illegal-cube"')) ??
    lines[0] ??
    ""
  );
}

/** The JSON object that the command line answers with; big numbers stay as they are written. */
async function answer(verb, fields) {
  const { code, stdout, stderr } = await run(optionsOf(verb, fields));
  const line = chosen(stdout.toString().trimEnd().split("\n"));
  if (line.startsWith('{"error":')) {
    const text = line.slice('{"error":'.length, -1);
    const { kind, message } = JSON.parse(text);
    const status = ["unreadable", "bad-moves", "usage"].includes(kind) ? 400 : 422;
    const refused = new Refused(status, message);
    const head = JSON.stringify(refused.problem).slice(0, -1);
    refused.text = `${head},${text
      .slice(1)
      .replace(/"message":"(?:[^"\\]|\\.)*",?/, "")
      .replace(/,}$/, "}")}`;
    throw refused;
  }
  if (line === "") throw new Refused(code === 2 ? 400 : 500, stderr.trim());
  return line;
}

async function body(request) {
  let text = "";
  for await (const chunk of request) {
    text += chunk;
    if (text.length > BODY_LIMIT) throw new Refused(413, `the request is longer than ${BODY_LIMIT} bytes`);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new Refused(400, "the request is not JSON");
  }
}

function sendProblem(response, error) {
  const refused = error instanceof Refused ? error : new Refused(500, String(error));
  response.writeHead(refused.problem.status, { "Content-Type": "application/problem+json" });
  response.end(refused.text ?? JSON.stringify(refused.problem));
}

/** A first solution at once, then what a longer look finds. */
async function streamSolve(response, fields) {
  response.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store" });
  const send = (event, data) => response.write(`event: ${event}\ndata: ${data}\n\n`);
  try {
    for (const request of [{ ...fields, budget: "100ms" }, fields]) {
      const found = await answer("solve", request);
      const { solution, length } = JSON.parse(found);
      send("solution", JSON.stringify({ solution, length }));
      if (request === fields) send("answer", found);
    }
  } catch (error) {
    const refused = error instanceof Refused ? error : new Refused(500, String(error));
    send("problem", refused.text ?? JSON.stringify(refused.problem));
  }
  response.end();
}

async function sendPicture(response, kind, query) {
  const options = ["show", `--${kind}=-`];
  if (query.has("fd")) options.push("--from=facelets");
  if (query.get("view") === "iso") options.push("--view=iso");
  if (query.has("size")) options.push(`--width=${query.get("size")}`);
  if (query.has("palette")) options.push(`--palette=${query.get("palette")}`);
  if (query.get("letters") === "true") options.push("--letters");
  const { code, stdout, stderr } = await run([...options, "--", query.get("fd") ?? query.get("cube") ?? ""]);
  if (code !== 0) throw new Refused(400, stderr.trim());
  response.writeHead(200, { "Content-Type": TYPES[`.${kind}`] });
  response.end(stdout);
}

async function sendFile(request, response, path) {
  const file = join(dist, normalize(path === "/" ? "/index.html" : path));
  const found = file.startsWith(dist) && (await stat(file).catch(() => undefined))?.isFile();
  if (!found) throw new Refused(404, `there is nothing at ${path}`);
  const headers = {
    "Content-Type": TYPES[extname(file)] ?? "application/octet-stream",
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
  };
  if (/\bgzip\b/.test(request.headers["accept-encoding"] ?? "") && extname(file) !== ".png") {
    response.writeHead(200, { ...headers, "Content-Encoding": "gzip" });
    createReadStream(file).pipe(createGzip()).pipe(response);
  } else {
    response.writeHead(200, headers);
    response.end(await readFile(file));
  }
}

const server = createServer(async (request, response) => {
  try {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
    const verb = /^\/api\/v1\/(\w+)$/.exec(pathname)?.[1];
    const picture = /^\/api\/v1\/render\.(svg|png)$/.exec(pathname)?.[1];
    if (pathname === "/healthz") response.end("ok");
    else if (picture && request.method === "GET") await sendPicture(response, picture, searchParams);
    else if (verb && VERBS.includes(verb) && request.method === "POST") {
      const fields = await body(request);
      const streams = verb === "solve" && request.headers.accept?.includes("text/event-stream");
      if (streams) await streamSolve(response, fields);
      else {
        const text = await answer(verb, fields);
        response.writeHead(200, { "Content-Type": "application/json" });
        response.end(text);
      }
    } else await sendFile(request, response, decodeURIComponent(pathname));
  } catch (error) {
    sendProblem(response, error);
  }
});

server.listen(Number(port ?? 8080), host, () => {
  const { address, port: chosen } = server.address();
  console.log(`http://${address}:${chosen}/`);
});
