// Changes the country list of a company or a partner.

import type { getDestinations } from '@volley/contract/back-office/delivery/destinations.ts';
import type * as companies from '@volley/contract/back-office/people/companies.ts';
import type * as partners from '@volley/contract/back-office/people/partners.ts';
import type { ReplyOf } from '@volley/contract/endpoint.ts';
import { callStaff } from '../../api/call.ts';
import { useText } from '../../kit/text.tsx';
import { useAct } from '../../kit/use-act.ts';
import { askCountries } from './countries-form.tsx';

export type Destinations = ReplyOf<typeof getDestinations>;
export type CountryList = Destinations['lists'][number];

/** Routes to refetch after a change. */
const ROUTES = ['GET /destinations', 'GET /companies/{id}', 'GET /actions'] as const;

type Subject = Pick<CountryList, 'of' | 'id' | 'name'> & { readonly allowedCountries: readonly string[] | null };

export function useChangeCountries(countries: readonly string[]): (subject: Subject) => Promise<void> {
  const t = useText();
  const act = useAct('staff');
  return async ({ of, id, name, allowedCountries: current }) => {
    const title = t(`backOffice.destinations.change.${of}`, { name });
    const chosen = await askCountries(title, { current, countries, withReason: of === 'company' });
    if (chosen === undefined) return;
    const { allowedCountries, reason } = chosen;
    const params = { id };
    await act(
      () =>
        of === 'company'
          ? callStaff<typeof companies.changeCompany>('PUT /companies/{id}', {
              params,
              body: { allowedCountries, reason },
            })
          : callStaff<typeof partners.setPartnerCountries>('PUT /partners/{id}/countries', {
              params,
              body: { allowedCountries },
            }),
      { done: t('backOffice.destinations.changed', { name }), routes: ROUTES },
    );
  };
}
