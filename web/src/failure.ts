import { Problem, Trouble } from "./api.ts";
import type { Failure } from "./state.ts";

/** What went wrong, in a form that can be shown. */
export function failureOf(error: unknown): Failure {
  if (error instanceof Problem) {
    const { kind: problem, message, line, column } = error;
    return { kind: "refused", problem, message, line, column };
  }
  if (error instanceof Trouble) return { kind: error.reason };
  // An answer that looked right and is not. The console has the reason.
  console.error(error);
  return { kind: "invalid" };
}
