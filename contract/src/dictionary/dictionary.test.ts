// Every code that the service can return has a page, in both languages, and every page has such a code.
import { readFileSync } from 'node:fs';
import { REFUSALS, Refusal, type RefusalReason } from '@volley/domain/refusals/refusal.ts';
import { MESSAGE_ERRORS } from '@volley/domain/sending/message-error.ts';
import { WIDGET_ERRORS } from '@volley/domain/verification/verification-status.ts';
import { describe, expect, test } from 'vitest';
import { SURFACES } from '../endpoint.ts';
import { apiErrorOf, INTERNAL_ERROR } from '../errors.ts';
import { KINDS } from './entry.ts';
import { DICTIONARY, findEntry } from './find-entry.ts';

const reasons = Object.keys(REFUSALS) as RefusalReason[]; // the keys of that very table
const apiErrors = SURFACES.flatMap((surface) => reasons.map((reason) => apiErrorOf(new Refusal(reason), surface).code));
/** Answers below HTTP have their status times ten. */
const beneath = [
  ...readFileSync(new URL('../../../server/src/surfaces/http/beneath-http.ts', import.meta.url), 'utf8').matchAll(
    /status: (\d{3})/g,
  ),
].map(([, status]) => Number(status) * 10);
/** Codes of the widget script in the browser. */
const IN_BROWSER = [341, 350];

const EMITTED = {
  api: [...apiErrors.filter((code) => code >= 1_000), ...beneath, INTERNAL_ERROR.code],
  message: MESSAGE_ERRORS.map(({ code }) => code),
  widget: [...apiErrors.filter((code) => code < 1_000), ...Object.values(WIDGET_ERRORS), ...IN_BROWSER],
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
