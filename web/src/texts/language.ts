// The language of the interface: stored in the browser, changed without a reload. The texts of an area load with its
// first page and again after a change of language.
import { i18n, type Messages } from '@lingui/core';
import type { TextArea } from './text-id.ts';

export const LANGUAGES = ['ru', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

const KEPT_AS = 'volley-language';
const files = import.meta.glob<Messages>('./*/*.json', { query: '?texts', import: 'default' });
const seen = new Set<TextArea>();
const loaded = new Map<string, Promise<void>>();

export function language(): Language {
  return i18n.locale === 'en' ? 'en' : 'ru';
}

function keptLanguage(): Language {
  // Set before the first paint by assets/appearance.js.
  return document.documentElement.lang === 'en' ? 'en' : 'ru';
}

export async function loadTexts(areas: readonly TextArea[]): Promise<void> {
  for (const area of areas) seen.add(area);
  await Promise.all(areas.map((area) => load(language(), area)));
}

export async function startLanguage(areas: readonly TextArea[]): Promise<void> {
  for (const area of areas) seen.add(area);
  await chooseLanguage(keptLanguage());
}

export async function chooseLanguage(chosen: Language): Promise<void> {
  await Promise.all([...seen].map((area) => load(chosen, area)));
  i18n.activate(chosen);
  document.documentElement.lang = chosen;
  try {
    localStorage.setItem(KEPT_AS, chosen);
  } catch {
    // Without storage the default applies next time.
  }
}

function load(chosen: Language, area: TextArea): Promise<void> {
  const path = `./${chosen}/${area}.json`;
  const before = loaded.get(path);
  if (before !== undefined) return before;
  const file = files[path];
  if (file === undefined) throw new Error(`no text file ${path}`);
  const coming = file().then((messages) => i18n.load(chosen, messages));
  loaded.set(path, coming);
  return coming;
}
