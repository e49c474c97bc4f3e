// Search in the dictionary: digits match the beginning of a code, words match the text of its page.
import type { Entry } from '@volley/contract/dictionary/entry.ts';

export type DictionarySearch = { readonly q?: string };

export function dictionarySearch({ q }: Record<string, unknown>): DictionarySearch {
  const text = typeof q === 'number' ? String(q) : q;
  return typeof text === 'string' && text !== '' ? { q: text } : {};
}

export function isFound(entry: Entry, q: string, language: 'ru' | 'en'): boolean {
  const sought = q.trim().toLowerCase();
  if (sought === '') return true;
  if (/^\d+$/.test(sought)) return String(entry.code).startsWith(sought);
  const { title, meaning } = entry[language];
  return `${title} ${meaning}`.toLowerCase().includes(sought);
}
