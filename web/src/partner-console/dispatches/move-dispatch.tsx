import { Button, List, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type * as contract from '@volley/contract/console/dispatches.ts';
import { memo, type RefObject, useRef, useState } from 'react';
import { addressOf, callApi } from '../../api/call.ts';
import { useRight } from '../../api/session.ts';
import { readAgain } from '../../api/use-api.ts';
import { confirmAction } from '../../kit/dialog/confirm-action.tsx';
import { type Format, useFormat } from '../../kit/format.ts';
import { CsvLink } from '../../kit/table/csv-link.tsx';
import { type Text as Say, useText } from '../../kit/text.tsx';
import { useNotice } from '../../kit/use-notice.ts';
import { language } from '../../texts/language.ts';
import type { DispatchShown, Progress } from './dispatch-shapes.ts';
import { useProgress } from './use-progress.ts';

export const DispatchActions = memo(function DispatchActions({ dispatch }: { readonly dispatch: DispatchShown }) {
  const t = useText();
  const mayWrite = useRight('dispatches.write');
  const { id } = dispatch;
  return (
    <>
      <CsvLink href={addressOf('console', 'GET /messages/export', { query: { dispatch: id, lang: language() } })} />
      {mayWrite && (
        <Button
          variant="default"
          renderRoot={(props) => <Link {...props} to="/dispatches/new" search={{ from: id }} />}
        >
          {t('dispatches.clone')}
        </Button>
      )}
      {mayWrite && <MoveNow dispatch={dispatch} />}
    </>
  );
});

function MoveNow({ dispatch }: { readonly dispatch: DispatchShown }) {
  const progress = useProgress(dispatch);
  const latest = useRef(progress);
  latest.current = progress;
  const { status, counts } = progress;
  return <MoveButton dispatch={dispatch} status={status} accepted={counts.accepted} latest={latest} />;
}

type Props = Pick<Progress, 'status'> & {
  readonly dispatch: DispatchShown;
  readonly accepted: number;
  /** Numbers are read when the button is pressed; the button does not show them. */
  readonly latest: RefObject<Progress>;
};

const MoveButton = memo(function MoveButton({ dispatch, status, accepted, latest }: Props) {
  const t = useText();
  const format = useFormat();
  const notice = useNotice();
  const client = useQueryClient();
  const [isMoving, setMoving] = useState(false);
  const params = { id: dispatch.id };
  const move = async (confirmed: Promise<boolean>, act: () => Promise<unknown>, done: string) => {
    if (!(await confirmed)) return;
    setMoving(true);
    try {
      await act();
      notice.done(done);
    } catch (error) {
      notice.failed(error);
    } finally {
      setMoving(false);
      await readAgain(client, 'console', 'GET /dispatches', 'GET /dispatches/{id}');
    }
  };
  if (status === 'CREATED')
    return (
      <Button
        loading={isMoving}
        onClick={() =>
          void move(
            confirmAction(startQuestion(t, format, dispatch, latest.current)),
            () => callApi<typeof contract.startAnyDispatch>('POST /dispatches/{id}/start', { params }),
            t('dispatches.start.done', { name: dispatch.name }),
          )
        }
      >
        {t('dispatches.start.button', { number: format.number(accepted) })}
      </Button>
    );
  if (status !== 'STARTED') return null;
  return (
    <Button
      color="red.8"
      loading={isMoving}
      onClick={() =>
        void move(
          confirmAction(stopQuestion(t, format, dispatch, latest.current)),
          () => callApi<typeof contract.stopAnyDispatch>('POST /dispatches/{id}/stop', { params }),
          t('dispatches.stop.done', { name: dispatch.name }),
        )
      }
    >
      {t('dispatches.stop.button')}
    </Button>
  );
});

function startQuestion(t: Say, { number, money }: Format, { name }: DispatchShown, { counts, spend }: Progress) {
  const count = { count: counts.accepted, number: number(counts.accepted) };
  return {
    title: t('dispatches.start.title', { name }),
    effect: (
      <Stack gap="xs">
        <Text size="sm">{t('dispatches.start.effect', count)}</Text>
        {spend !== null && <Text size="sm">{t('dispatches.start.reserve', { amount: money(spend.estimate) })}</Text>}
        {spend !== null && spend.packages.value > 0 && (
          <Text size="sm">{t('dispatches.withPackages', { packages: money(spend.packages) })}</Text>
        )}
      </Stack>
    ),
    confirm: t('dispatches.start.confirm', count),
    cancel: t('dispatches.cancel'),
  };
}

/** Effects of the action, in numbers. */
function stopQuestion(t: Say, { number, money }: Format, { name }: DispatchShown, { counts, spend }: Progress) {
  const told = (count: number) => ({ count, number: number(count) });
  return {
    title: t('dispatches.stop.title', { name }),
    effect: (
      <Stack gap="xs">
        <List size="sm" spacing={4}>
          <List.Item>{t('dispatches.stop.queued', told(counts.queued))}</List.Item>
          <List.Item>{t('dispatches.stop.withOperator', told(counts.withOperator))}</List.Item>
          <List.Item>{t('dispatches.stop.delivered', told(counts.delivered))}</List.Item>
        </List>
        {spend !== null && spend.reserved.value > 0 && (
          <Text size="sm">{t('dispatches.stop.money', { amount: money(spend.reserved) })}</Text>
        )}
        <Text size="sm" fw={600}>
          {t('dispatches.stop.forGood')}
        </Text>
      </Stack>
    ),
    confirm: t('dispatches.stop.confirm', told(counts.queued)),
    cancel: t('dispatches.cancel'),
    danger: true,
  };
}
