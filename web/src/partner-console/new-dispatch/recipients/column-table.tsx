import { Box, Code, NativeSelect, Text, TextInput } from '@mantine/core';
import { memo } from 'react';
import { Notice } from '../../../kit/notice.tsx';
import { Section } from '../../../kit/section.tsx';
import { RecordTable, type Column as TableColumn } from '../../../kit/table/record-table.tsx';
import { useText } from '../../../kit/text.tsx';
import { rememberMappingOf } from '../company-memory.ts';
import { type Column, type Mapping, rememberMapping, tokenOf } from '../file/columns.ts';
import type { OpenedFile } from '../file/import-protocol.ts';
import type { StepProps } from '../step-props.ts';

const ROLES = ['phone', 'token', 'customText', 'unused'] as const;
type Role = (typeof ROLES)[number];

type Props = Pick<StepProps, 'change'> & {
  readonly companyId: number | undefined;
  readonly opened: OpenedFile;
  readonly mapping: Mapping;
  readonly isWrong: boolean;
};

/**
 * Roles of the columns. A file may have a hundred columns, so the selects are native: a hundred of the library's would
 * block the page for a second.
 */
export const ColumnTable = memo(function ColumnTable({ companyId, change, opened, mapping, isWrong }: Props) {
  const t = useText();
  const columns = opened.columns.map((column, at) => ({ ...column, at }));
  const apply = (next: Mapping) => {
    if (companyId !== undefined) rememberMappingOf(companyId, rememberMapping(opened.columns, next));
    change({ mapping: next, goodOnly: false, checked: false });
  };
  const shown = useColumns(mapping, apply);
  return (
    <Section title={t('newDispatch.columns')} flush>
      {isWrong && (
        <Box px="md" pb="sm">
          <Notice tone="bad" title={t('newDispatch.columns.wrong')}>
            {t('newDispatch.columns.wrongAdvice')}
          </Notice>
        </Box>
      )}
      <RecordTable
        label={t('newDispatch.columns')}
        columns={shown}
        rows={columns}
        rowKey={({ at }) => at}
        empty={null}
      />
    </Section>
  );
});

function useColumns(mapping: Mapping, apply: (next: Mapping) => void): TableColumn<Column & { at: number }>[] {
  const t = useText();
  const roles = ROLES.map((role) => ({ value: role, label: t(`newDispatch.role.${role}`) }));
  return [
    {
      key: 'title',
      head: t('newDispatch.columns.title'),
      cell: (column) => <ColumnName {...column} />,
    },
    {
      key: 'examples',
      head: t('newDispatch.columns.examples'),
      cell: ({ examples }) => (
        <Text size="sm" c="dimmed" lineClamp={1}>
          {examples.join(' · ')}
        </Text>
      ),
    },
    {
      key: 'role',
      head: t('newDispatch.columns.role'),
      cell: ({ at, title }) => (
        <NativeSelect
          aria-label={t('newDispatch.columns.roleOf', { title })}
          miw={190}
          data={roles}
          value={roleOf(mapping, at)}
          // The options are exactly the roles.
          onChange={(event) => apply(withRole(mapping, at, event.currentTarget.value as Role, title))}
        />
      ),
    },
    {
      key: 'token',
      head: t('newDispatch.columns.token'),
      cell: ({ at, title }) =>
        roleOf(mapping, at) === 'token' && (
          <TextInput
            aria-label={t('newDispatch.columns.tokenOf', { title })}
            miw={150}
            leftSection={<Code>{'{'}</Code>}
            rightSection={<Code>{'}'}</Code>}
            defaultValue={mapping.tokens[at] ?? ''}
            key={mapping.tokens[at]}
            onBlur={(event) => apply(withToken(mapping, at, event.currentTarget.value))}
          />
        ),
    },
  ];
}

function ColumnName({ title, letter }: Column) {
  return (
    <>
      <Text span size="sm" fw={550}>
        {title}
      </Text>{' '}
      {title !== letter && (
        <Text span size="xs" c="dimmed">
          {letter}
        </Text>
      )}
    </>
  );
}

function roleOf(mapping: Mapping, at: number): Role {
  if (at === mapping.phone) return 'phone';
  if (at === mapping.customText) return 'customText';
  return (mapping.tokens[at] ?? '') === '' ? 'unused' : 'token';
}

/** Only one column has the phone numbers; the previous one becomes unused. */
function withRole(mapping: Mapping, at: number, role: Role, title: string): Mapping {
  if (at === mapping.phone && role !== 'phone') return mapping;
  const tokens = mapping.tokens.map((token, place) =>
    place === at ? (role === 'token' ? tokenOf(title) || `c${at + 1}` : '') : token,
  );
  return {
    phone: role === 'phone' ? at : mapping.phone,
    customText: role === 'customText' ? at : mapping.customText === at ? null : mapping.customText,
    tokens,
  };
}

function withToken(mapping: Mapping, at: number, value: string): Mapping {
  const token = tokenOf(value);
  if (token === '' || mapping.tokens.some((other, place) => place !== at && other === token)) return mapping;
  return { ...mapping, tokens: mapping.tokens.map((other, place) => (place === at ? token : other)) };
}
