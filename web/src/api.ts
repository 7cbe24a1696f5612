// All requests to the server. The shape of every response is checked before it is used.

/** A flaw of stickers that are not a legal cube, as reported by the server. */
export interface Flaw {
  readonly kind: string;
  readonly message: string;
  readonly stickers: readonly string[];
}

export interface Repair {
  readonly stickers: readonly { readonly sticker: string; readonly from: string; readonly to: string }[];
  /** The number of repairs of this size; a string if a number would lose digits. */
  readonly alternatives: number | string;
}

/** The sticker that rules out the most cubes. */
export interface Question {
  readonly sticker: string;
}

export interface CheckAnswer {
  readonly puzzle: string;
  readonly cube: string;
  readonly format: string;
  /** Present if another layout fits as well. */
  readonly note?: string;
}

export interface CompleteAnswer {
  readonly cube: string;
  /** A string if a number would lose digits. */
  readonly count: number | string;
  readonly certain: string;
  /** Present if several cubes fit. */
  readonly question?: Question;
}

export interface ConvertAnswer {
  readonly puzzle: string;
  readonly cube: string;
  readonly text: string;
}

export interface ApplyAnswer {
  readonly cube: string;
  readonly solved: boolean;
}

export interface SolveAnswer {
  readonly cube: string;
  readonly solution: string;
  readonly length: number;
  readonly optimal: boolean;
}

export interface ScrambleAnswer {
  readonly cube: string;
  readonly seed: number;
}

export interface LessonStep {
  readonly turn_cube?: string;
  readonly moves: string;
  readonly rotation_text?: string;
  readonly observation: string;
  readonly explanation: string;
  readonly result: string;
  readonly before: string;
  readonly after: string;
  readonly marked_before: readonly string[];
}

export interface LessonStage {
  readonly title: string;
  readonly purpose: string;
  readonly steps: readonly LessonStep[];
}

export interface TeachAnswer {
  readonly cube: string;
  readonly length: number;
  readonly title: string;
  readonly stages: readonly LessonStage[];
  readonly comparison?: { readonly text: string };
}

export type Fields = Readonly<Record<string, string | number | boolean | undefined>>;

/** The language that messages of the server are requested in. */
let language = "en";

export function setLanguage(code: string): void {
  language = code;
}

/** The error in a response of the server. */
export class RequestError extends Error {
  readonly kind: string;
  /** The language of the message and of those of the flaws. */
  readonly language: string;
  /** The position of the mistake in the text, if it has one; both count from 1. */
  readonly line: number | undefined;
  readonly column: number | undefined;
  readonly flaws: readonly Flaw[];
  readonly repair: Repair | undefined;

  constructor(body: Record<string, unknown>, response: Response) {
    super(typeof body.detail === "string" ? body.detail : "");
    this.language = response.headers.get("Content-Language") ?? "en";
    this.kind = typeof body.kind === "string" ? body.kind : "";
    this.line = typeof body.line === "number" ? body.line : undefined;
    this.column = typeof body.column === "number" ? body.column : undefined;
    this.flaws = Array.isArray(body.flaws) ? body.flaws.filter(isFlaw) : [];
    this.repair = isRepair(body.repair) ? body.repair : undefined;
  }
}

/** There was no usable response; trying again may help. */
export class TransportError extends Error {
  readonly reason: "unreachable" | "busy" | "invalid";

  constructor(reason: TransportError["reason"]) {
    super(reason);
    this.reason = reason;
  }
}

export const isAbort = (error: unknown): boolean =>
  error instanceof DOMException && error.name === "AbortError";

export const check = (fields: Fields, signal?: AbortSignal) =>
  request<CheckAnswer>("check", fields, { cube: "string", puzzle: "string", format: "string" }, signal);

export async function complete(fields: Fields, signal?: AbortSignal): Promise<CompleteAnswer> {
  const answer = await request<CompleteAnswer>(
    "complete",
    fields,
    { cube: "string", certain: "string" },
    signal,
  );
  const { count, question } = answer;
  if (!/^\d+$/.test(String(count)) || !(question === undefined || isQuestion(question)))
    throw new TransportError("invalid");
  return answer;
}

export const convert = (fields: Fields, signal?: AbortSignal) =>
  request<ConvertAnswer>("convert", fields, { cube: "string", puzzle: "string", text: "string" }, signal);

export const apply = (fields: Fields, signal?: AbortSignal) =>
  request<ApplyAnswer>("apply", fields, { cube: "string", solved: "boolean" }, signal);

const SOLVE_SHAPE: Shape = { solution: "string", length: "number" };

export const solve = (fields: Fields, signal?: AbortSignal) =>
  request<SolveAnswer>("solve", fields, SOLVE_SHAPE, signal);

export const scramble = (fields: Fields, signal?: AbortSignal) =>
  request<ScrambleAnswer>("scramble", fields, { cube: "string", seed: "number" }, signal);

export async function teach(fields: Fields, signal?: AbortSignal): Promise<TeachAnswer> {
  const answer = await request<TeachAnswer>("teach", fields, { cube: "string", title: "string" }, signal);
  if (!Array.isArray(answer.stages)) throw new TransportError("invalid");
  return answer;
}

/** Solves and reports each better solution as it is found. */
export async function solveStreaming(
  fields: Fields,
  found: (solution: string, length: number) => void,
  signal: AbortSignal,
): Promise<SolveAnswer> {
  const response = await send("solve", fields, "text/event-stream", signal);
  // A server or proxy that does not stream responds with plain JSON.
  if (!response.headers.get("Content-Type")?.startsWith("text/event-stream")) {
    return parseResponse<SolveAnswer>(response, SOLVE_SHAPE);
  }
  for await (const { event, data } of events(response)) {
    // The progress of a proof arrives several times per second and is not displayed.
    if (event === "progress") continue;
    const value = parse(data);
    if (event === "error" && isObject(value)) throw new RequestError(value, response);
    if (!hasShape(value, SOLVE_SHAPE)) throw new TransportError("invalid");
    const answer = value as unknown as SolveAnswer;
    if (event === "answer") return answer;
    if (event === "solution") found(answer.solution, answer.length);
  }
  // The stream ended before the answer, because the server was stopped.
  throw new TransportError("unreachable");
}

/** The address of a picture of these facelets. */
export function pictureAddress(
  kind: "svg" | "png",
  facelets: string,
  palette: string,
  view: "net" | "iso",
  letters: boolean,
): string {
  const query = new URLSearchParams({
    fd: facelets,
    pzl: facelets.length === 24 ? "2" : "3",
    view,
    palette,
    size: "960",
    ...(letters ? { letters: "true" } : {}),
  });
  return `/api/v1/render.${kind}?${query}`;
}

type Shape = Readonly<Record<string, "string" | "number" | "boolean">>;

async function request<Answer>(
  verb: string,
  fields: Fields,
  shape: Shape,
  signal?: AbortSignal,
): Promise<Answer> {
  return parseResponse<Answer>(await send(verb, fields, "application/json", signal), shape);
}

async function send(verb: string, fields: Fields, accept: string, signal?: AbortSignal): Promise<Response> {
  const request: RequestInit = {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: accept, "Accept-Language": language },
    body: JSON.stringify(fields),
  };
  if (signal) request.signal = signal;
  try {
    return await fetch(`/api/v1/${verb}`, request);
  } catch (error) {
    if (isAbort(error)) throw error;
    throw new TransportError("unreachable");
  }
}

async function parseResponse<Answer>(response: Response, shape: Shape): Promise<Answer> {
  if (response.status === 429 || response.status === 503) throw new TransportError("busy");
  const value = parse(await received(response.text()));
  if (!response.ok && response.status < 500 && isObject(value)) throw new RequestError(value, response);
  if (!response.ok || !hasShape(value, shape)) throw new TransportError("invalid");
  return value as Answer;
}

/** Awaits a part of a response; the connection may break meanwhile. */
async function received<Part>(part: Promise<Part>): Promise<Part> {
  try {
    return await part;
  } catch (error) {
    if (isAbort(error)) throw error;
    throw new TransportError("unreachable");
  }
}

/** Yields the server-sent events of a response. */
async function* events(response: Response): AsyncGenerator<{ event: string; data: string }> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) throw new TransportError("invalid");
  let text = "";
  for (;;) {
    const { done, value } = await received(reader.read());
    if (done) return;
    text = (text + value).replaceAll("\r\n", "\n");
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const field = (name: string) =>
        block
          .split("\n")
          .filter((line) => line.startsWith(`${name}:`))
          .map((line) => line.slice(name.length + 1).trimStart())
          .join("\n");
      // Comments only keep the connection alive.
      if (field("event") !== "") yield { event: field("event"), data: field("data") };
    }
  }
}

function parse(text: string): unknown {
  try {
    // Counts go up to 10²¹, beyond the precision of a number; those become strings. The pattern matches strings too, so that
    // digits inside of them stay.
    return JSON.parse(
      text.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|[\d.eE+-]+/g, (part) =>
        /^\d{16,}$/.test(part) && !Number.isSafeInteger(Number(part)) ? `"${part}"` : part,
      ),
    );
  } catch {
    throw new TransportError("invalid");
  }
}

const isFlaw = (value: unknown): value is Flaw =>
  hasShape(value, { kind: "string", message: "string" }) && Array.isArray((value as Flaw).stickers);

const isRepair = (value: unknown): value is Repair =>
  isObject(value) &&
  Array.isArray(value.stickers) &&
  /^\d+$/.test(String(value.alternatives)) &&
  value.stickers.every((change) => hasShape(change, { sticker: "string", to: "string" }));

const isQuestion = (value: unknown): value is Question => hasShape(value, { sticker: "string" });

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

const hasShape = (value: unknown, shape: Shape): boolean =>
  isObject(value) && Object.entries(shape).every(([name, type]) => typeof value[name] === type);
