// Country names in the language of the interface.
import { ANY_COUNTRY } from '@volley/domain/numbers/country.ts';
import { language } from '../texts/language.ts';
import type { Text } from './text.tsx';

export function countryName(t: Text, code: string): string {
  if (code === ANY_COUNTRY) return t('kit.country.other');
  return new Intl.DisplayNames(language(), { type: 'region' }).of(code) ?? code;
}
