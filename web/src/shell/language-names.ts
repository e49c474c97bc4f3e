import type { Language } from '../texts/language.ts';

/** A language is called by its own name, whatever the page speaks. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { ru: 'Русский', en: 'English' };
