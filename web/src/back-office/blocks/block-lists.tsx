import { Button, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type * as contract from '@volley/contract/back-office/moderation/blocks.ts';
import { groupNumber } from '@volley/domain/numbers/grouped-number.ts';
import { type SubmitEvent, useState } from 'react';
import { callStaff } from '../../api/call.ts';
import { useCapability } from '../../api/session.ts';
import { useStaffApi } from '../../api/use-api.ts';
import { confirmAction } from '../../kit/dialog/confirm-action.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { Hint } from '../../kit/hint.tsx';
import { Page } from '../../kit/page.tsx';
import { Section } from '../../kit/section.tsx';
import { RecordTable } from '../../kit/table/record-table.tsx';
import { useText } from '../../kit/text.tsx';
import { useAct } from '../../kit/use-act.ts';
import { When } from '../../kit/when.tsx';
import { BLOCK_LISTS, blockSearch } from '../searches.ts';

const route = getRouteApi('/back-office/bo/blocks');
type List = (typeof BLOCK_LISTS)[number];
const PER_PAGE = 100;
const ROUTES = ['GET /blocks/names', 'GET /blocks/numbers', 'GET /actions'] as const;

type Search = ReturnType<typeof blockSearch>;
type Row = { readonly value: string; readonly reason: string | null; readonly createdAt: string };

export function BlockLists() {
  const t = useText();
  const search: Search = route.useSearch();
  const navigate = route.useNavigate();
  const list = search.list ?? 'names';
  const mayChange = useCapability('blocks.write');
  return (
    <Page
      title={t('backOffice.nav.blocks')}
      lead={<Hint>{t('backOffice.blocks.hint')}</Hint>}
      actions={
        <SegmentedControl
          aria-label={t('backOffice.blocks.which')}
          value={list}
          onChange={(value) => void navigate({ search: blockSearch({ list: value }) })}
          data={BLOCK_LISTS.map((value) => ({ value, label: t(`backOffice.blocks.${value}`) }))}
        />
      }
    >
      {mayChange && <BlockForm key={list} list={list} />}
      <Blocked list={list} page={search.page ?? 1} onPage={(page) => void navigate({ search: { ...search, page } })} />
    </Page>
  );
}

const shownValue = (list: List, value: string) => (list === 'numbers' ? groupNumber(value) : value);

function useRows(list: List, page: number) {
  const query = { page, perPage: PER_PAGE };
  const names = useStaffApi<typeof contract.listBlockedNames>(
    'GET /blocks/names',
    { query },
    { enabled: list === 'names' },
  );
  const numbers = useStaffApi<typeof contract.listBlockedNumbers>(
    'GET /blocks/numbers',
    { query },
    { enabled: list === 'numbers' },
  );
  const rows: readonly Row[] | undefined =
    list === 'names'
      ? names.data?.items.map(({ name, ...rest }) => ({ ...rest, value: name }))
      : numbers.data?.items.map(({ msisdn, ...rest }) => ({ ...rest, value: msisdn }));
  const { error, refetch } = list === 'names' ? names : numbers;
  return { rows, error, refetch };
}

function Blocked({
  list,
  page,
  onPage,
}: {
  readonly list: List;
  readonly page: number;
  readonly onPage: (page: number) => void;
}) {
  const t = useText();
  const { rows, error, refetch } = useRows(list, page);
  const mayChange = useCapability('blocks.write');
  const remove = useRemove(list);
  return (
    <Section title={t(`backOffice.blocks.${list}`)} flush>
      <RecordTable
        label={t(`backOffice.blocks.${list}`)}
        rows={rows}
        rowKey={({ value }) => value}
        error={error}
        onRetry={() => void refetch()}
        empty={<EmptyState title={t('backOffice.blocks.empty')} text={t('backOffice.blocks.emptyHint')} />}
        columns={[
          {
            key: 'value',
            head: t(`backOffice.blocks.one.${list}`),
            cell: ({ value }) => <b>{shownValue(list, value)}</b>,
          },
          { key: 'reason', head: t('backOffice.reason.label'), cell: ({ reason }) => reason ?? '—' },
          { key: 'at', head: t('backOffice.column.when'), cell: ({ createdAt }) => <When at={createdAt} /> },
          {
            key: 'remove',
            head: '',
            align: 'right',
            cell: ({ value }) =>
              mayChange && (
                <Button
                  size="compact-sm"
                  variant="default"
                  onClick={() => void remove(value)}
                  aria-label={t('backOffice.blocks.removeOne', { value: shownValue(list, value) })}
                >
                  {t('backOffice.blocks.remove')}
                </Button>
              ),
          },
        ]}
      />
      {(page > 1 || rows?.length === PER_PAGE) && (
        <Group justify="flex-end" gap="xs" p="sm">
          <Button variant="default" size="compact-sm" disabled={page === 1} onClick={() => onPage(page - 1)}>
            {t('kit.previousPage')}
          </Button>
          <Button
            variant="default"
            size="compact-sm"
            disabled={rows?.length !== PER_PAGE}
            onClick={() => onPage(page + 1)}
          >
            {t('kit.nextPage')}
          </Button>
        </Group>
      )}
    </Section>
  );
}

function useRemove(list: List) {
  const t = useText();
  const act = useAct('staff');
  return async (value: string) => {
    const isSure = await confirmAction({
      title: t('backOffice.blocks.removeOne', { value: shownValue(list, value) }),
      effect: t('backOffice.blocks.removeEffect'),
      confirm: t('backOffice.blocks.remove'),
      cancel: t('backOffice.cancel'),
    });
    if (!isSure) return;
    await act(
      () =>
        list === 'names'
          ? callStaff<typeof contract.unblockName>('POST /blocks/names/remove', { body: { name: value } })
          : callStaff<typeof contract.unblockNumber>('POST /blocks/numbers/remove', { body: { msisdn: value } }),
      { done: t('backOffice.blocks.removed', { value: shownValue(list, value) }), routes: ROUTES },
    );
  };
}

function BlockForm({ list }: { readonly list: List }) {
  const t = useText();
  const act = useAct('staff');
  const [value, setValue] = useState('');
  const [reason, setReason] = useState('');
  const isReady = value.trim() !== '' && reason.trim() !== '';
  const block = async () => {
    const body = { reason: reason.trim() };
    const isDone = await act(
      () =>
        list === 'names'
          ? callStaff<typeof contract.blockName>('PUT /blocks/names', { body: { ...body, name: value.trim() } })
          : callStaff<typeof contract.blockNumber>('PUT /blocks/numbers', { body: { ...body, msisdn: value.trim() } }),
      { done: t('backOffice.blocks.done', { value: value.trim() }), routes: ROUTES },
    );
    if (isDone) {
      setValue('');
      setReason('');
    }
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isReady) void block();
  };
  return (
    <Section title={t(`backOffice.blocks.add.${list}`)}>
      <form onSubmit={submit}>
        <Stack gap="xs">
          <Group align="flex-end" gap="sm">
            <TextInput
              label={t(`backOffice.blocks.one.${list}`)}
              value={value}
              onChange={(event) => setValue(event.currentTarget.value)}
              required
            />
            <TextInput
              label={t('backOffice.reason.label')}
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
              required
              style={{ flex: 1, minWidth: 200 }}
            />
            <Button type="submit" disabled={!isReady}>
              {t('backOffice.blocks.block')}
            </Button>
          </Group>
          <Text size="xs" c="dimmed">
            {t(`backOffice.blocks.effect.${list}`)}
          </Text>
        </Stack>
      </form>
    </Section>
  );
}
