import { RequestError, TransportError } from "./api.ts";
import type { Failure } from "./state.ts";

/** Converts an error to a failure for display. */
export function failureOf(error: unknown): Failure {
  if (error instanceof RequestError) {
    const { kind: errorKind, message, language, line, column } = error;
    return { kind: "rejected", errorKind, message, language, line, column };
  }
  if (error instanceof TransportError) return { kind: error.reason };
  // Unexpected; the console shows the reason.
  console.error(error);
  return { kind: "invalid" };
}
