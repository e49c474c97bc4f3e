import { Text } from '@mantine/core';
import { ANY_COUNTRY } from '@volley/domain/numbers/country.ts';
import { countryName } from '../../kit/country-name.ts';
import { type Text as Say, useText } from '../../kit/text.tsx';

/** Sorted by name. */
export const namedCountries = (t: Say, codes: readonly string[]): { value: string; label: string }[] =>
  codes
    .map((value) => ({ value, label: `${countryName(t, value)} · ${value}` }))
    .toSorted((one, other) => one.label.localeCompare(other.label));

/** The countries of a list; `*` means all countries. */
export function Countries({ codes }: { readonly codes: readonly string[] }) {
  const t = useText();
  if (codes.includes(ANY_COUNTRY)) return <Text size="sm">{t('backOffice.destinations.every')}</Text>;
  if (codes.length === 0) return <Text size="sm">{t('backOffice.destinations.none')}</Text>;
  return (
    <Text size="sm">
      {namedCountries(t, codes)
        .map(({ label }) => label)
        .join(', ')}
    </Text>
  );
}
