// Every alert names a section of the handbook, and the handbook lists every alert.
import { readFileSync } from 'node:fs';
import { ALERT_RULES, type AlertRule } from '@volley/domain/duty/alert-rule.ts';
import { expect, test } from 'vitest';

const pageText = (name: string) => readFileSync(new URL(`../../docs/operating/${name}`, import.meta.url), 'utf8');

const anchorsOf = (text: string) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\d\s-]/gu, '')
      .replaceAll(' ', '-'),
  );

// Keys of a constant object.
const rules = Object.keys(ALERT_RULES) as AlertRule[];

test.each(rules)('the page of %s exists', (rule) => {
  const [name = '', anchor = ''] = ALERT_RULES[rule].page.split('#');
  expect(anchorsOf(pageText(name))).toContain(anchor);
});

test.each(rules)('the table of alerts has the severity and hold of %s', (rule) => {
  const { severity, holdSeconds } = ALERT_RULES[rule];
  const row = pageText('alerts-to-duty.md')
    .split('\n')
    .find((line) => new RegExp(`^\\| \`${rule}(:|\`)`).test(line));
  const [, , shownSeverity, , hold] = (row ?? '').split('|').map((cell) => cell.trim());
  expect([shownSeverity, hold]).toEqual([severity.toLowerCase(), holdSeconds === 0 ? '–' : `${holdSeconds} s`]);
});
