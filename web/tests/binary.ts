// The command line, for comparison with the page.

import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

/** The folder `web`; the tests run in `web/.tests/tests`. */
export const WEB = join(import.meta.dirname, "..", "..");

export function binaryPath(): string {
  const path = process.env.CUBEGOD_BINARY ?? join(WEB, "..", "target", "debug", "cubegod");
  if (!existsSync(path)) {
    throw new Error(
      `there is no ${path}; build it with \`cargo build\`, or name another one in CUBEGOD_BINARY`,
    );
  }
  return path;
}

/** Returns the output of the command line without the final line break. */
export function cubegod(...options: string[]): string {
  const env = { ...process.env, CUBEGOD_TABLES: "small" };
  return execFileSync(binaryPath(), options, { env, encoding: "utf8" }).replace(/\n$/, "");
}
