// Helpers to create elements. Styles come from style sheets only: the server's policy forbids style attributes.

import type { State } from "./state.ts";

/** A part of the page: an element, and a function that updates it from the state. */
export interface View {
  readonly root: HTMLElement;
  update(state: State, previous: State | undefined): void;
}

type Child = Node | string | undefined;
type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...children.filter((child) => child !== undefined));
  return made;
}

export function button(text: string | Node, attributes: Attributes, press: () => void): HTMLButtonElement {
  const made = element("button", { type: "button", ...attributes }, text);
  made.addEventListener("click", press);
  return made;
}

/** Creates a 24x24 icon in the colour of the surrounding text. The button around it has the label. */
export function icon(path: string): SVGSVGElement {
  const space = "http://www.w3.org/2000/svg";
  const drawing = document.createElementNS(space, "svg");
  drawing.setAttribute("viewBox", "0 0 24 24");
  drawing.setAttribute("aria-hidden", "true");
  drawing.setAttribute("class", "icon");
  const shape = document.createElementNS(space, "path");
  shape.setAttribute("d", path);
  drawing.append(shape);
  return drawing;
}

/** Creates radio buttons that look like a row of buttons. */
export function choices<Value extends string>(
  name: string,
  label: string,
  options: readonly { readonly value: Value; readonly content: Node | string; readonly title?: string }[],
  choose: (value: Value) => void,
): { root: HTMLFieldSetElement; select(value: Value): void } {
  const inputs = new Map<Value, HTMLInputElement>();
  const root = element(
    "fieldset",
    { class: `choices ${name}` },
    element("legend", { class: "quiet" }, label),
  );
  for (const { value, content, title } of options) {
    const input = element("input", { type: "radio", name, value, id: `${name}-${value}` });
    input.addEventListener("change", () => choose(value));
    inputs.set(value, input);
    root.append(element("label", { class: "choice", title }, input, element("span", {}, content)));
  }
  return {
    root,
    select(value) {
      const input = inputs.get(value);
      if (input) input.checked = true;
    },
  };
}

/** Copies a text; returns whether the browser allowed it. */
export async function copy(text: string): Promise<boolean> {
  try {
    // Browsers offer no clipboard to pages that were loaded over plain HTTP from another machine.
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Saves a file, as a download link does. */
export function save(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  element("a", { href: address, download: name }).click();
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
