import { Anchor, List, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { WIDGET_CODES } from '@volley/contract/dictionary/widget-codes.ts';
import { Num } from '../../kit/amounts.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { useFormat } from '../../kit/format.ts';
import { Section } from '../../kit/section.tsx';
import { StatusBadge } from '../../kit/status-badge.tsx';
import { type Column, RecordTable } from '../../kit/table/record-table.tsx';
import { useText } from '../../kit/text.tsx';
import { language } from '../../texts/language.ts';
import { useOwner } from '../owner.tsx';
import type { ErrorLine } from './error-sums.ts';

type Props = {
  readonly lines: readonly ErrorLine[] | undefined;
  readonly error: unknown;
  readonly onRetry: () => void;
};

/** Numbers from 200 up keep every visitor from a code. */
const OWNER_FROM = 200;

export function ErrorTable({ lines, error, onRetry }: Props) {
  const t = useText();
  return (
    <Section title={t('verification.errors.list')} flush>
      <RecordTable<ErrorLine>
        label={t('verification.errors.list')}
        columns={useColumns()}
        rows={lines}
        rowKey={({ code }) => code}
        error={error}
        onRetry={onRetry}
        skeletonRows={3}
        empty={<EmptyState title={t('verification.errors.empty')} text={t('verification.errors.empty.text')} />}
      />
    </Section>
  );
}

function useColumns(): readonly Column<ErrorLine>[] {
  const t = useText();
  const { date } = useFormat();
  return [
    { key: 'code', head: t('verification.errors.code'), cell: ({ code }) => <CodeName code={code} />, width: '26%' },
    { key: 'todo', head: t('verification.errors.todo'), cell: ({ code }) => <ToDo code={code} /> },
    { key: 'widgets', head: t('verification.widgets.title'), cell: (line) => <Widgets line={line} />, wideOnly: true },
    {
      key: 'last',
      head: t('verification.errors.last'),
      cell: ({ lastDay }) => date(`${lastDay}T09:00:00Z`),
      wideOnly: true,
    },
    {
      key: 'count',
      head: t('verification.errors.count'),
      align: 'right',
      cell: ({ count }) => <Num value={count} />,
    },
  ];
}

const entryOf = (code: number) => WIDGET_CODES.find((entry) => entry.code === code)?.[language()];

function CodeName({ code }: { readonly code: number }) {
  const t = useText();
  const isOwners = code >= OWNER_FROM;
  return (
    <>
      <Anchor component={Link} to={`/errors/widget/${code}`} fw={600} size="sm">
        {code} · {entryOf(code)?.title ?? ''}
      </Anchor>
      <div>
        <StatusBadge
          tone={isOwners ? 'bad' : 'neutral'}
          label={t(isOwners ? 'verification.errors.owner' : 'verification.errors.visitor')}
        />
      </div>
    </>
  );
}

function ToDo({ code }: { readonly code: number }) {
  const steps = entryOf(code)?.todo ?? [];
  return (
    <List size="sm" spacing={2}>
      {steps.map((step) => (
        <List.Item key={step}>{step}</List.Item>
      ))}
    </List>
  );
}

function Widgets({ line: { widgets } }: { readonly line: ErrorLine }) {
  const { root } = useOwner();
  return widgets.map(({ widgetId, widgetName, count }) => (
    <Text key={widgetId} size="sm">
      <Anchor component={Link} to={`${root}/widgets/${widgetId}`} inherit>
        {widgetName}
      </Anchor>{' '}
      <Num value={count} />
    </Text>
  ));
}
