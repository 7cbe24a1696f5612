import { Problem, Trouble } from "./api.ts";
import type { Failure } from "./state.ts";

/** What went wrong, in a form that can be shown. */
export function failureOf(error: unknown): Failure {
  if (error instanceof Problem) return { kind: "refused", message: error.message };
  if (error instanceof Trouble) return { kind: error.reason };
  // An answer that looked right and is not. Whoever looks for the reason finds it on the console.
  console.error(error);
  return { kind: "rubbish" };
}
