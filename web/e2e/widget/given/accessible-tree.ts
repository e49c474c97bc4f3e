// The page as assistive technology gets it, closed shadow roots included: names, roles and the focus.
import type { Page } from 'playwright-core';

export type Accessible = {
  readonly role: string;
  readonly name: string;
  readonly value: string;
  readonly isFocused: boolean;
};

const TABS_MAX = 20;
const POLL_MS = 50;
const PATIENCE_MS = 240_000;

export async function readTree(page: Page): Promise<Accessible[]> {
  const devtools = await page.context().newCDPSession(page);
  try {
    const { nodes } = await devtools.send('Accessibility.getFullAXTree');
    return nodes
      .filter(({ ignored }) => !ignored)
      .map(({ role, name, value, properties = [] }) => ({
        role: String(role?.value ?? ''),
        name: String(name?.value ?? ''),
        value: String(value?.value ?? ''),
        isFocused: properties.some((property) => property.name === 'focused' && property.value.value === true),
      }));
  } finally {
    await devtools.detach();
  }
}

/** The innermost focused element. */
export const focusedIn = (tree: readonly Accessible[]): Accessible | undefined =>
  tree.findLast(({ isFocused, role }) => isFocused && role !== 'RootWebArea');

/** Presses Tab until this element has the focus; returns the names on the way. */
export async function tabTo(page: Page, role: string, name: RegExp): Promise<string[]> {
  const passed: string[] = [];
  while (passed.length < TABS_MAX) {
    const focused = focusedIn(await readTree(page));
    if (focused !== undefined) passed.push(`${focused.role} ${focused.name}`);
    if (focused?.role === role && name.test(focused.name)) return passed;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${role} ${String(name)}; it passes ${passed.join(', ')}`);
}

/** Waits for an element of this role and name. */
export async function untilShown(page: Page, role: string, name: RegExp): Promise<Accessible> {
  let tree: Accessible[] = [];
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until; ) {
    tree = await readTree(page);
    const found = tree.find((node) => node.role === role && name.test(node.name));
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  const shown = tree.filter(({ name: text }) => text !== '').map(({ role: kind, name: text }) => `${kind} ${text}`);
  throw new Error(`the page does not show ${role} ${String(name)}; it shows ${shown.join(', ')}`);
}
