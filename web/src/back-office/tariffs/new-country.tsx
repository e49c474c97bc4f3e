import { Select } from '@mantine/core';
import type * as contract from '@volley/contract/back-office/delivery/destinations.ts';
import { HOME_COUNTRY } from '@volley/domain/numbers/country.ts';
import { useStaffApi } from '../../api/use-api.ts';
import { useText } from '../../kit/text.tsx';
import { namedCountries } from '../destinations/countries.tsx';
import type { Version } from './versions.ts';

type Props = { readonly versions: readonly Version[]; readonly onCountry: (code: string) => void };

/** Opens the draft for a country without its own price. */
export function NewCountry({ versions, onCountry }: Props) {
  const t = useText();
  const { data } = useStaffApi<typeof contract.getDestinations>('GET /destinations', {});
  const priced = new Set<string | undefined>([HOME_COUNTRY, ...versions.map(({ countryCode }) => countryCode)]);
  return (
    <Select
      aria-label={t('backOffice.tariffs.newCountry')}
      placeholder={t('backOffice.tariffs.newCountry')}
      data={namedCountries(
        t,
        (data?.countries ?? []).filter((code) => !priced.has(code)),
      )}
      value={null}
      onChange={(code) => code !== null && onCountry(code)}
      searchable
      limit={50}
      w={260}
    />
  );
}
