import { Button, Text } from '@mantine/core';
import type * as contract from '@volley/contract/console/requests.ts';
import type { ReplyOf } from '@volley/contract/endpoint.ts';
import { useFormat } from '../../../kit/format.ts';
import { Section } from '../../../kit/section.tsx';
import { type Column, RecordTable } from '../../../kit/table/record-table.tsx';
import { useText } from '../../../kit/text.tsx';
import { When } from '../../../kit/when.tsx';
import type { RequestSearch } from '../search.ts';
import { ErrorLink } from './request-columns.tsx';

type Group = ReplyOf<typeof contract.summarizeRequests>['errors'][number];
type Props = { readonly groups: readonly Group[] | undefined; readonly onAsk: (change: RequestSearch) => void };

const SHOWN_MAX = 10;

/** Errors grouped by request; hidden without errors. */
export function ErrorGroups({ groups, onAsk }: Props) {
  const t = useText();
  const columns = useColumns(onAsk);
  if (groups === undefined || groups.length === 0) return null;
  return (
    <Section title={t('developers.requests.errors')} flush>
      <RecordTable<Group>
        label={t('developers.requests.errors')}
        columns={columns}
        rows={groups.slice(0, SHOWN_MAX)}
        rowKey={({ method, route, status, errorCode }) => `${method} ${route} ${status} ${errorCode}`}
        empty={null}
      />
    </Section>
  );
}

function useColumns(onAsk: Props['onAsk']): readonly Column<Group>[] {
  const t = useText();
  const { number } = useFormat();
  return [
    {
      key: 'code',
      head: t('developers.requests.code'),
      cell: ({ errorCode, status }) => (errorCode === null ? String(status) : <ErrorLink code={errorCode} />),
    },
    {
      key: 'route',
      head: t('developers.requests.route'),
      cell: ({ method, route }) => (
        <Text size="sm" ff="monospace">
          {method} {route}
        </Text>
      ),
    },
    { key: 'last', head: t('developers.requests.last'), cell: ({ lastAt }) => <When at={lastAt} /> },
    {
      key: 'count',
      head: t('developers.requests.count'),
      align: 'right',
      cell: ({ count, route, errorCode }) => (
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={t('developers.requests.show', { count, route })}
          onClick={() => onAsk({ path: route, code: errorCode ?? undefined, status: undefined })}
        >
          {number(count)}
        </Button>
      ),
    },
  ];
}
