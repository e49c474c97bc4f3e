import { Select } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type * as contract from '@volley/contract/back-office/money/prices.ts';
import { useCapability } from '../../api/session.ts';
import { useStaffApi } from '../../api/use-api.ts';
import { EmptyState } from '../../kit/empty-state.tsx';
import { ErrorPanel } from '../../kit/error-panel.tsx';
import { Hint } from '../../kit/hint.tsx';
import { Page } from '../../kit/page.tsx';
import { useText } from '../../kit/text.tsx';
import { tariffSearch } from '../searches.ts';
import { NewCountry } from './new-country.tsx';
import { TariffDetail } from './tariff-detail.tsx';
import { TariffGrid } from './tariff-grid.tsx';
import { countryKey } from './versions.ts';

const route = getRouteApi('/back-office/bo/tariffs');
const DEFAULT_LIST = 1;

type Search = ReturnType<typeof tariffSearch>;

export function TariffPage() {
  const t = useText();
  const search: Search = route.useSearch();
  const navigate = route.useNavigate();
  const list = search.list ?? DEFAULT_LIST;
  const mayPublish = useCapability('prices.write');
  const lists = useStaffApi<typeof contract.listPriceLists>('GET /price-lists', {});
  const { data, error, refetch } = useStaffApi<typeof contract.listTariffVersions>('GET /tariffs', {
    query: { priceListId: list },
  });
  return (
    <Page
      title={t('backOffice.nav.tariffs')}
      lead={<Hint>{t('backOffice.tariffs.hint')}</Hint>}
      actions={
        <>
          {mayPublish && data !== undefined && (
            <NewCountry
              versions={data.items}
              onCountry={(code) => void navigate({ search: { list, key: countryKey(code) } })}
            />
          )}
          <Select
            aria-label={t('backOffice.tariffs.list')}
            data={lists.data?.items.map(({ id, name }) => ({ value: String(id), label: `${id} · ${name}` })) ?? []}
            value={String(list)}
            onChange={(value) => void navigate({ search: tariffSearch({ list: value }) })}
            allowDeselect={false}
            w={260}
          />
        </>
      }
    >
      {error !== null && data === undefined && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {data?.items.length === 0 && (
        <EmptyState title={t('backOffice.tariffs.empty')} text={t('backOffice.tariffs.emptyHint')} />
      )}
      {data !== undefined && <TariffGrid versions={data.items} list={list} chosen={search.key} />}
      {data !== undefined && search.key !== undefined && (
        <TariffDetail key={`${list} ${search.key}`} versions={data.items} list={list} tariffKey={search.key} />
      )}
    </Page>
  );
}
