import { Box, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import type * as contract from '@volley/contract/console/senders.ts';
import type { ReplyOf } from '@volley/contract/endpoint.ts';
import { BRANDS } from '@volley/domain/numbers/brand.ts';
import { addressOf } from '../../api/call.ts';
import { useRight } from '../../api/session.ts';
import { useApi } from '../../api/use-api.ts';
import { EmptyState } from '../../kit/empty-state.tsx';
import { channelName, operatorName } from '../../kit/operator-name.ts';
import { Page } from '../../kit/page.tsx';
import { Section } from '../../kit/section.tsx';
import { CsvLink } from '../../kit/table/csv-link.tsx';
import { ListLink } from '../../kit/table/list-link.tsx';
import { Pager } from '../../kit/table/pager.tsx';
import { type Column, RecordTable } from '../../kit/table/record-table.tsx';
import { useText } from '../../kit/text.tsx';
import { language } from '../../texts/language.ts';
import type { SenderListSearch } from './search.ts';
import { MatrixCell, MissingCell } from './sender-cell.tsx';
import { SenderFilters } from './sender-filters.tsx';

type Matrix = ReplyOf<typeof contract.listSenderMatrix>;
type Name = Matrix['items'][number];

const route = getRouteApi('/partner-console/senders');
const PER_PAGE = 50;

export function SenderList() {
  const t = useText();
  const { company: companyId, page = 1, channel: channelType, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const mayWrite = useRight('senders.write');
  const filter = { companyId, channelType, ...search };
  const list = useApi<typeof contract.listSenderMatrix>('GET /senders', {
    query: { ...filter, page, perPage: PER_PAGE },
  });
  const ask = (change: SenderListSearch) =>
    void navigate({ search: (before) => ({ ...before, page: undefined, ...change }) });
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const actions = (
    <>
      <CsvLink href={addressOf('console', 'GET /senders.csv', { query: { ...filter, lang: language() } })} />
      {mayWrite && <NewButton companyId={companyId} />}
    </>
  );
  const total = list.data?.total ?? 0;
  return (
    <Page title={t('senders.title')} actions={actions}>
      <SenderFilters search={{ ...search, channel: channelType }} turns={list.data?.turns} onAsk={ask} />
      <Section title={t('senders.names', { count: total })} flush actions={<Registrations matrix={list.data} />}>
        <Names list={list} isFiltered={isFiltered} companyId={companyId} />
        {total > 0 && <Pager page={page} perPage={PER_PAGE} total={total} onPage={(to) => ask({ page: to })} />}
      </Section>
    </Page>
  );
}

function Registrations({ matrix }: { readonly matrix: Matrix | undefined }) {
  const t = useText();
  const count = matrix?.registrations ?? 0;
  return (
    <Text size="sm" c="dimmed" data-registrations={count}>
      {t('senders.registrations', { count })}
    </Text>
  );
}

function NewButton({ companyId }: { readonly companyId: number | undefined }) {
  const t = useText();
  return (
    <Button renderRoot={(props) => <Link {...props} to="/senders/new" search={{ company: companyId }} />}>
      {t('senders.new')}
    </Button>
  );
}

type NamesProps = {
  readonly list: { readonly data: Matrix | undefined; readonly error: unknown; readonly refetch: () => unknown };
  readonly isFiltered: boolean;
  readonly companyId: number | undefined;
};

/** A table with operators as columns; cards on a phone. */
function Names({ list, isFiltered, companyId }: NamesProps) {
  const t = useText();
  const columns = useColumns();
  const empty = isFiltered ? (
    <EmptyState title={t('senders.filtered.title')} text={t('senders.filtered.text')} />
  ) : (
    <EmptyState
      title={t('senders.empty.title')}
      text={t('senders.empty.text')}
      action={<NewButton companyId={companyId} />}
    />
  );
  const rows = list.data?.items;
  const asCards = rows !== undefined && rows.length > 0;
  return (
    <>
      <Box {...(asCards && { visibleFrom: 'sm' as const })}>
        <RecordTable<Name>
          label={t('senders.title')}
          columns={columns}
          rows={rows}
          rowKey={keyOf}
          error={list.error}
          onRetry={() => void list.refetch()}
          empty={empty}
        />
      </Box>
      {asCards && (
        <Stack hiddenFrom="sm" gap="sm" px="sm" pb="sm">
          {rows.map((name) => (
            <Card key={keyOf(name)} name={name} />
          ))}
        </Stack>
      )}
    </>
  );
}

const keyOf = ({ companyId, channelType, senderName }: Name) => `${companyId} ${channelType} ${senderName}`;

function useColumns(): readonly Column<Name>[] {
  const t = useText();
  return [
    { key: 'name', head: t('senders.name'), cell: (name) => <NameWords name={name} /> },
    ...BRANDS.map(
      (brand): Column<Name> => ({
        key: brand,
        head: operatorName(t, brand),
        width: '19%',
        cell: (name) => {
          const cell = name.cells.find((one) => one.brand === brand);
          return cell === undefined ? <MissingCell {...name} brand={brand} /> : <MatrixCell cell={cell} />;
        },
      }),
    ),
  ];
}

function NameWords({ name: { senderName, companyId, companyName, channelType } }: { readonly name: Name }) {
  const t = useText();
  return (
    <Stack gap={0} miw={120}>
      <Text fw={640}>{senderName}</Text>
      <Text size="xs" c="dimmed" component="div">
        {channelName(t, channelType)} · <ListLink to={`/companies/${companyId}`}>{companyName}</ListLink>
      </Text>
    </Stack>
  );
}

function Card({ name }: { readonly name: Name }) {
  const t = useText();
  return (
    <Paper withBorder p="sm">
      <Stack gap="sm">
        <NameWords name={name} />
        {BRANDS.map((brand) => {
          const cell = name.cells.find((one) => one.brand === brand);
          return (
            <Group key={brand} gap="sm" wrap="nowrap" align="flex-start">
              <Text size="sm" fw={600} w={84} style={{ flexShrink: 0 }}>
                {operatorName(t, brand)}
              </Text>
              {cell === undefined ? <MissingCell {...name} brand={brand} /> : <MatrixCell cell={cell} />}
            </Group>
          );
        })}
      </Stack>
    </Paper>
  );
}
