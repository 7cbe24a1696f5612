import type { Language } from "../state.ts";
import { en } from "./en.ts";
import type { Messages } from "./en.ts";
import { zh } from "./zh.ts";

export type { Messages } from "./en.ts";

export const LANGUAGES: Readonly<Record<Language, Messages>> = { en, zh };

/** Formats a whole number for the language. */
export const number = (messages: Messages, value: bigint | number): string =>
  value.toLocaleString(messages.locale);
