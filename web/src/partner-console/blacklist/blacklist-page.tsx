import { Button, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type * as contract from '@volley/contract/console/blacklist.ts';
import type { ReplyOf } from '@volley/contract/endpoint.ts';
import type { putRecipient } from '@volley/contract/partner/recipients.ts';
import { groupNumber } from '@volley/domain/numbers/grouped-number.ts';
import { callPartner } from '../../api/call.ts';
import { useRight } from '../../api/session.ts';
import { readAgain, useApi } from '../../api/use-api.ts';
import { confirmAction } from '../../kit/dialog/confirm-action.tsx';
import { askInDialog } from '../../kit/dialog/dialogs.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { Hint } from '../../kit/hint.tsx';
import { Page } from '../../kit/page.tsx';
import { PhoneNumber } from '../../kit/phone-number.tsx';
import { Section } from '../../kit/section.tsx';
import { FilterBar } from '../../kit/table/filter-bar.tsx';
import { ListLink } from '../../kit/table/list-link.tsx';
import { Pager } from '../../kit/table/pager.tsx';
import { type Column, RecordTable } from '../../kit/table/record-table.tsx';
import { type Text, useText } from '../../kit/text.tsx';
import { useNotice } from '../../kit/use-notice.ts';
import { When } from '../../kit/when.tsx';
import { FilterText } from '../messages/filter-text.tsx';
import { AddNumbers } from './add-numbers.tsx';

const PER_PAGE = 50;

type Entry = ReplyOf<typeof contract.listBlacklist>['items'][number];

export function BlacklistPage() {
  const t = useText();
  const { company, q, page = 1 } = useSearch({ from: '/partner-console/blacklist' });
  const navigate = useNavigate({ from: '/blacklist' });
  const mayChange = useRight('blacklist.write');
  const found = useApi<typeof contract.listBlacklist>('GET /blacklist', {
    query: { company, q, page, perPage: PER_PAGE },
  });
  const takeOff = useTakeOff();
  const change = (part: { q?: string | undefined; page?: number | undefined }) =>
    void navigate({ search: (before) => ({ ...before, page: undefined, ...part }) });
  return (
    <Page
      title={t('blacklist.title')}
      lead={<Hint>{t('blacklist.lead')}</Hint>}
      actions={mayChange && <AddButton company={company} />}
    >
      <Stack gap="sm">
        <FilterBar isFiltered={q !== undefined} onClear={() => change({ q: undefined })}>
          <FilterText label={t('blacklist.search')} value={q} width={280} onCommit={(text) => change({ q: text })} />
        </FilterBar>
        <Section title={t('blacklist.numbers')} flush>
          <RecordTable
            label={t('blacklist.title')}
            columns={columnsOf(t, mayChange ? takeOff : undefined)}
            rows={found.data?.items}
            rowKey={(row) => `${row.company.id} ${row.msisdn} ${row.createdAt}`}
            error={found.error}
            onRetry={() => void found.refetch()}
            empty={<Nothing isFiltered={q !== undefined} />}
          />
          {found.data !== undefined && found.data.total > 0 && (
            <Pager page={page} perPage={PER_PAGE} total={found.data.total} onPage={(next) => change({ page: next })} />
          )}
        </Section>
      </Stack>
    </Page>
  );
}

function Nothing({ isFiltered }: { readonly isFiltered: boolean }) {
  const t = useText();
  return isFiltered ? (
    <EmptyState title={t('blacklist.nothing.title')} text={t('blacklist.nothing.text')} />
  ) : (
    <EmptyState title={t('blacklist.none.title')} text={t('blacklist.none.text')} />
  );
}

function AddButton({ company }: { readonly company: number | undefined }) {
  const t = useText();
  return (
    <Button
      onClick={() =>
        void askInDialog<void>({ title: t('blacklist.add'), size: 'lg' }, (done) => (
          <AddNumbers company={company} onDone={done} />
        ))
      }
    >
      {t('blacklist.add')}
    </Button>
  );
}

/** Links to the messages of the last 30 days; a masked number has no link. */
function NumberCell({ msisdn }: Pick<Entry, 'msisdn'>) {
  const shown = <PhoneNumber digits={msisdn} />;
  if (msisdn.includes('•')) return shown;
  return (
    <ListLink to="/messages" search={{ destination: msisdn, last: '30d' }}>
      {shown}
    </ListLink>
  );
}

function columnsOf(t: Text, takeOff: ((row: Entry) => Promise<void>) | undefined): Column<Entry>[] {
  return [
    {
      key: 'number',
      head: t('blacklist.number'),
      cell: (row) => <NumberCell msisdn={row.msisdn} />,
    },
    { key: 'company', head: t('blacklist.company'), wideOnly: true, cell: (row) => row.company.name },
    { key: 'comment', head: t('blacklist.comment'), wideOnly: true, cell: (row) => row.comment ?? '' },
    { key: 'since', head: t('blacklist.since'), cell: (row) => <When at={row.createdAt} /> },
    ...(takeOff === undefined
      ? []
      : [
          {
            key: 'action',
            head: t('blacklist.action'),
            align: 'right',
            cell: (row: Entry) => (
              <Button
                size="compact-sm"
                variant="subtle"
                aria-label={t('blacklist.takeOffOne', { number: groupNumber(row.msisdn) })}
                onClick={() => void takeOff(row)}
              >
                {t('blacklist.takeOff')}
              </Button>
            ),
          } as const,
        ]),
  ];
}

function useTakeOff() {
  const t = useText();
  const notice = useNotice();
  const client = useQueryClient();
  return async ({ msisdn, company }: Entry) => {
    const isSure = await confirmAction({
      title: t('blacklist.takeOff.title', { number: groupNumber(msisdn) }),
      effect: t('blacklist.takeOff.effect', { company: company.name }),
      confirm: t('blacklist.takeOff'),
      cancel: t('blacklist.cancel'),
    });
    if (!isSure) return;
    try {
      // The plus says that the country code is present.
      const body = { companyId: company.id, msisdn: `+${msisdn}`, blacklist: false };
      await callPartner<typeof putRecipient>('PUT /recipients', { body });
      notice.done(t('blacklist.takenOff', { number: groupNumber(msisdn) }));
    } catch (error) {
      notice.failed(error);
    }
    await readAgain(client, 'console', 'GET /blacklist');
  };
}
