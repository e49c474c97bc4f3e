// Violations of WCAG 2.2 A and AA that axe-core finds on a page, in one line per rule and element.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

export async function violations(page: Page, only: 'everything' | 'colours' = 'everything'): Promise<string[]> {
  // Evaluated by the browser itself: the policy of the page forbids it as a script.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE);
  const found = await page.evaluate(
    async ({ tags, colours }) => {
      // The line above defines it.
      const { axe } = window as unknown as { axe: { run(options: object): Promise<AxeResults> } };
      const runOnly = colours
        ? { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }
        : { type: 'tag', values: tags };
      const results = await axe.run({ runOnly, resultTypes: ['violations'], iframes: false });
      return results.violations.flatMap(({ id, nodes }) =>
        nodes.map(
          (node) =>
            `${id}: ${node.target.join(' ')} ${node.html.slice(0, 160)} ${(node.any[0]?.message ?? '').slice(0, 160)}`,
        ),
      );
    },
    { tags: TAGS, colours: only === 'colours' },
  );
  return found;
}

export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
