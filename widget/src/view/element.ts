// DOM by createElement only: pages with Trusted Types accept it, and texts stay texts.

type Attributes = Readonly<Record<string, string | ((event: KeyboardEvent) => void)>>;

/** An attribute that is a function listens to the event of its name. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'string') made.setAttribute(name, value);
    else made.addEventListener(name, value as EventListener); // events without keys have no use for them
  }
  made.append(...children);
  return made;
}

export const button = (text: string, click: () => void, kind = ''): HTMLButtonElement =>
  element('button', { class: kind, click }, text);

const box =
  (kind: string) =>
  (...children: (Node | string)[]): HTMLElement =>
    element('div', { class: kind }, ...children);

export const row = box('rest');
export const group = box('field');

/** Changes a text only if it differs: a live region announces every change. */
export function setText(node: HTMLElement, text: string): void {
  if (node.textContent !== text) node.textContent = text;
}

export const setFlag = (node: HTMLElement, name: string, isSet: unknown): void => node.setAttribute(name, `${!!isSet}`);

/** Calls on Enter in a field; a form would not work in frames whose sandbox forbids forms. */
export const onEnter =
  (go: () => void) =>
  (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    go();
  };

/** Minutes and seconds, `0:27`. */
export function clockText(ms: number): string {
  const seconds = Math.ceil(ms / 1_000);
  return `${(seconds / 60) | 0}:${`0${seconds % 60}`.slice(-2)}`;
}
