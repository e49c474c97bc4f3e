// Error numbers: the sentence for the visitor and the error for the page.
import { type State, WRONG_CODE } from './state.ts';
import { fill } from './texts/choose.ts';
import type { Texts } from './texts/en.ts';

export type WidgetError = {
  readonly code: number;
  readonly class: 'user' | 'settings' | 'integration' | 'network';
  /** Page of the dictionary. */
  readonly docs: string;
};

const CLASSES = ['network', 'user', 'settings'] as const;

export const describeError = (code: number, host: string): WidgetError => ({
  code,
  class: CLASSES[(code / 100) | 0] ?? 'integration',
  docs: `${host}/console/errors/widget/${code}`,
});

/** The sentence for the visitor; empty: no error. */
export function errorText(texts: Texts, { error, reason, sent, until }: State, now: number): string {
  if (error === undefined) return '';
  const named = texts as Readonly<Record<string, string>>; // reasons and numbers are names of texts
  const text = named[reason || error] ?? texts[reason ? 'not-a-number' : 'cannotSend'];
  const minutes = Math.ceil((until - now) / 60_000) || 1;
  return fill(text, { n: error === WRONG_CODE ? (sent?.attemptsLeft ?? 1) : minutes });
}
