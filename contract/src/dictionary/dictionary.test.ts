// Every code that somebody can meet has a page, in both languages, and no page is about a code that nobody gives.
import { readFileSync } from 'node:fs';
import { MESSAGE_ERRORS } from '@volley/domain/message-error.ts';
import { REFUSALS, Refusal, type RefusalReason } from '@volley/domain/refusal.ts';
import { WIDGET_ERRORS } from '@volley/domain/verification-status.ts';
import { describe, expect, test } from 'vitest';
import { SURFACES } from '../endpoint.ts';
import { faceOf, INTERNAL_ERROR } from '../errors.ts';
import { KINDS } from './entry.ts';
import { DICTIONARY, findEntry } from './find-entry.ts';

const reasons = Object.keys(REFUSALS) as RefusalReason[]; // the keys of that very table
const faces = SURFACES.flatMap((surface) => reasons.map((reason) => faceOf(new Refusal(reason), surface).code));
/** What is answered beneath HTTP has its status times ten. */
const beneath = [
  ...readFileSync(new URL('../../../server/src/surfaces/beneath-http.ts', import.meta.url), 'utf8').matchAll(
    /status: (\d{3})/g,
  ),
].map(([, status]) => Number(status) * 10);
/** Found by the script of the widget, in the browser. */
const IN_BROWSER = [341, 350];

const EMITTED = {
  api: [...faces.filter((code) => code >= 1_000), ...beneath, INTERNAL_ERROR.code],
  message: MESSAGE_ERRORS.map(({ code }) => code),
  widget: [...faces.filter((code) => code < 1_000), ...Object.values(WIDGET_ERRORS), ...IN_BROWSER],
} as const;

describe.each(KINDS)('codes of %s', (kind) => {
  const entries = DICTIONARY[kind];

  test('all have a page, and only they', () => {
    const sorted = (codes: readonly number[]) => [...new Set(codes)].toSorted((a, b) => a - b);
    expect(entries.map(({ code }) => code)).toEqual(sorted(EMITTED[kind]));
  });

  test.each(entries.map((entry) => [entry.code, entry] as const))(
    '%i says everything in both languages',
    (_, entry) => {
      for (const { title, meaning, todo } of [entry.en, entry.ru]) {
        expect([title, meaning, ...todo].every((text) => text.trim() !== '')).toBe(true);
        expect(todo.length).toBeGreaterThan(0);
      }
      expect(`${entry.ru.title}${entry.ru.meaning}`).toMatch(/[а-яё]/i);
      expect(`${entry.en.title}${entry.en.meaning}`).not.toMatch(/[а-яё]/i);
      expect(entry.related.filter((code) => code === entry.code || findEntry(kind, code) === undefined)).toEqual([]);
    },
  );
});
