import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { complete, RequestError, setLanguage, solveStreaming, TransportError } from "../../src/api.ts";

const realFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = realFetch;
});

function respondWith(body: string, status = 200, type = "application/json"): void {
  globalThis.fetch = async () => new Response(body, { status, headers: { "Content-Type": type } });
}

const reasonOf = async (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => "none",
    (error: unknown) => (error instanceof TransportError ? error.reason : String(error)),
  );

test("counts beyond the precision of a number keep all digits", async () => {
  respondWith('{"cube":"?","count":1038048078587756544001,"certain":"?"}');
  assert.equal((await complete({})).count, "1038048078587756544001");
  respondWith('{"cube":"?","count":24,"certain":"?"}');
  assert.equal((await complete({})).count, 24);
});

test("digits in a string stay, whatever precedes them", async () => {
  const quoted = 'a\\":12345678901234567,\\\\';
  respondWith(
    `{"detail":"${quoted}","share":0.30000000000000004,"count":12345678901234567,"kind":":12345678901234567}"}`,
    422,
  );
  await assert.rejects(complete({}), (error: unknown) => {
    assert.ok(error instanceof RequestError);
    assert.equal(error.message, 'a":12345678901234567,\\');
    assert.equal(error.kind, ":12345678901234567}");
    return true;
  });
});

test("an answer has the sticker to look at next if several cubes fit", async () => {
  respondWith('{"cube":"?","count":24,"certain":"?","question":{"sticker":"R4","answers":{"R":8}}}');
  assert.equal((await complete({})).question?.sticker, "R4");
  respondWith('{"cube":"?","count":1,"certain":"?"}');
  assert.equal((await complete({})).question, undefined);
  respondWith('{"cube":"?","count":24,"certain":"?","question":"R4"}');
  assert.equal(await reasonOf(complete({})), "invalid");
});

test("an invalid answer is distinguished from an error response", async () => {
  respondWith("", 429);
  assert.equal(await reasonOf(complete({})), "busy");
  respondWith("<html>", 503);
  assert.equal(await reasonOf(complete({})), "busy");
  for (const [body, status] of [
    ["<html>", 200],
    ["{}", 200],
    ["null", 200],
    ["{}", 500],
    ['{"cube":"","certain":"","count":"x"}', 200],
  ] as const) {
    respondWith(body, status);
    assert.equal(await reasonOf(complete({})), "invalid", body);
  }
  globalThis.fetch = async () => {
    throw new TypeError("failed to fetch");
  };
  assert.equal(await reasonOf(complete({})), "unreachable");
});

test("an error response has its flaws and its repair", async () => {
  respondWith(
    '{"status":422,"detail":"not a legal cube","kind":"illegal-cube","flaws":[{"kind":"twist","message":"twisted","stickers":[]},{"kind":7},null],"repair":{"stickers":[],"alternatives":1}}',
    422,
  );
  await assert.rejects(complete({}), (error: unknown) => {
    assert.ok(error instanceof RequestError);
    assert.equal(error.kind, "illegal-cube");
    assert.equal(error.message, "not a legal cube");
    assert.equal(error.flaws.length, 1);
    assert.deepEqual(error.repair, { stickers: [], alternatives: 1 });
    return true;
  });
});

const listen = async (stream: string, type = "text/event-stream") => {
  respondWith(stream, 200, type);
  const found: number[] = [];
  const answer = await solveStreaming({}, (_, length) => found.push(length), new AbortController().signal);
  return { found, answer };
};

test("a stream reports every better solution and then the answer", async () => {
  const stream =
    'event: solution\ndata: {"solution":"R U","length":20}\n\nevent: solution\r\ndata: {"solution":"R","length":19}\r\n\r\n' +
    'event: answer\ndata: {"solution":"R","length":19,"optimal":false}\n\n';
  const { found, answer } = await listen(stream);
  assert.deepEqual(found, [20, 19]);
  assert.equal(answer.length, 19);
});

test("the progress of a proof is ignored", async () => {
  const { found, answer } = await listen(
    'event: progress\ndata: {"depth":17,"fraction":0.5,"nodes":9}\n\nevent: answer\ndata: {"solution":"","length":0}\n\n',
  );
  assert.deepEqual(found, []);
  assert.equal(answer.length, 0);
});

test("comments in a stream are ignored", async () => {
  const { answer } = await listen(': still here\n\nevent: answer\ndata: {"solution":"","length":0}\n\n');
  assert.equal(answer.length, 0);
});

test("a stream that breaks off is an error", async () => {
  assert.equal(
    await reasonOf(listen('event: solution\ndata: {"solution":"R","length":1}\n\n')),
    "unreachable",
  );
});

test("a plain response is accepted in place of a stream", async () => {
  const { answer } = await listen('{"solution":"R","length":1}', "application/json");
  assert.equal(answer.solution, "R");
});

test("an error in a stream is thrown", async () => {
  await assert.rejects(listen('event: error\ndata: {"detail":"no","kind":"ambiguous"}\n\n'), RequestError);
});

test("messages are requested in the language of the page, and errors have theirs", async () => {
  const requested: (string | null)[] = [];
  globalThis.fetch = async (_, options) => {
    requested.push(new Headers(options?.headers).get("Accept-Language"));
    const headers = { "Content-Type": "application/json", "Content-Language": "zh" };
    return new Response('{"detail":"不是魔方","kind":"unreadable"}', { status: 422, headers });
  };
  try {
    for (const language of ["en", "zh"]) {
      setLanguage(language);
      await assert.rejects(complete({}), (error: unknown) => {
        assert.ok(error instanceof RequestError);
        assert.equal(error.language, "zh");
        return true;
      });
    }
  } finally {
    setLanguage("en");
  }
  assert.deepEqual(requested, ["en", "zh"]);
});
