import type { Language } from "../state.ts";
import { en } from "./en.ts";
import type { Messages } from "./en.ts";
import { zh } from "./zh.ts";

export type { Messages } from "./en.ts";

export const LANGUAGES: Readonly<Record<Language, Messages>> = { en, zh };

/** A whole number as people of this language write it. */
export const number = (messages: Messages, value: bigint | number): string =>
  value.toLocaleString(messages.locale);
