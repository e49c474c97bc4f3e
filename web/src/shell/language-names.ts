import type { Language } from '../texts/language.ts';

/** A language is named in itself, in every language of the page. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { ru: 'Русский', en: 'English' };
