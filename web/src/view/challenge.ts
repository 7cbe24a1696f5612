import { element } from "../dom.ts";
import type { View } from "../dom.ts";
import type { Messages } from "../i18n/messages.ts";
import type { Store } from "../state.ts";

export function challengePage(_store: Store, _words: Messages): View {
  return { root: element("main"), update() {} };
}
