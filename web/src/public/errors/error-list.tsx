import { Anchor, Stack, Text, TextInput } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type Entry, KINDS, type Kind } from '@volley/contract/dictionary/entry.ts';
import { DICTIONARY } from '@volley/contract/dictionary/find-entry.ts';
import { EmptyState } from '../../kit/empty-state.tsx';
import { Page } from '../../kit/page.tsx';
import { Section } from '../../kit/section.tsx';
import { type Column, RecordTable } from '../../kit/table/record-table.tsx';
import { useText } from '../../kit/text.tsx';
import { language } from '../../texts/language.ts';
import { isFound } from './search.ts';

const route = getRouteApi('/public/errors');

export function ErrorList() {
  const t = useText();
  const { q = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const found = KINDS.map((kind) => ({ kind, entries: DICTIONARY[kind].filter((one) => isFound(one, q, language())) }));
  const isNothing = found.every(({ entries }) => entries.length === 0);
  const ask = (text: string) => void navigate({ search: text === '' ? {} : { q: text }, replace: true });
  return (
    <Page title={t('errors.title')} lead={<Text c="dimmed">{t('errors.lead')}</Text>}>
      <Stack gap="lg">
        <TextInput
          label={t('errors.search')}
          placeholder="4013"
          maw={360}
          value={q}
          onChange={(event) => ask(event.currentTarget.value)}
        />
        {isNothing && <EmptyState title={t('errors.nothing.title')} text={t('errors.nothing.text')} />}
        {found.map(({ kind, entries }) => entries.length > 0 && <Codes key={kind} kind={kind} entries={entries} />)}
      </Stack>
    </Page>
  );
}

function Codes({ kind, entries }: { readonly kind: Kind; readonly entries: readonly Entry[] }) {
  const t = useText();
  const columns: readonly Column<Entry>[] = [
    { key: 'code', head: t('errors.code'), width: 90, cell: ({ code }) => <CodeLink kind={kind} code={code} /> },
    { key: 'title', head: t('errors.meaning'), cell: (entry) => entry[language()].title },
    { key: 'fixer', head: t('errors.fixer'), wideOnly: true, cell: ({ fixer }) => t(`errors.fixer.${fixer}`) },
  ];
  return (
    <Section title={t(`errors.kind.${kind}`)} flush>
      <RecordTable<Entry>
        label={t(`errors.kind.${kind}`)}
        columns={columns}
        rows={entries}
        rowKey={({ code }) => code}
        empty={null}
      />
    </Section>
  );
}

export function CodeLink({ kind, code }: { readonly kind: Kind; readonly code: number }) {
  return (
    <Anchor component={Link} to={`/errors/${kind}/${code}`} fw={600} ff="monospace">
      {code}
    </Anchor>
  );
}
