import { Button } from '@mantine/core';
import type * as contract from '@volley/contract/back-office/duty/alerts.ts';
import type { ReplyOf } from '@volley/contract/endpoint.ts';
import { callStaff } from '../../api/call.ts';
import { useCapability } from '../../api/session.ts';
import { useStaffApi } from '../../api/use-api.ts';
import { confirmAction } from '../../kit/dialog/confirm-action.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { Section } from '../../kit/section.tsx';
import { type Column, RecordTable } from '../../kit/table/record-table.tsx';
import { useText } from '../../kit/text.tsx';
import { useAct } from '../../kit/use-act.ts';
import { When } from '../../kit/when.tsx';
import { SILENCE_ROUTES, useSilence } from './use-silence.ts';

type Silence = ReplyOf<typeof contract.listAlertSilences>['items'][number];

export function Silences() {
  const t = useText();
  const { data, error, refetch } = useStaffApi<typeof contract.listAlertSilences>('GET /alert-silences', {});
  const mayWrite = useCapability('alerts.write');
  const silence = useSilence();
  const columns = useColumns(mayWrite);
  return (
    <Section
      title={t('alerts.tab.silences')}
      flush
      actions={
        mayWrite && (
          <Button size="sm" onClick={() => void silence('')}>
            {t('alerts.silence.add')}
          </Button>
        )
      }
    >
      <RecordTable
        label={t('alerts.tab.silences')}
        rows={data?.items}
        rowKey={({ silenceId }) => silenceId}
        error={error}
        onRetry={() => void refetch()}
        empty={<EmptyState title={t('alerts.silence.none')} text={t('alerts.silence.noneHint')} />}
        columns={columns}
      />
    </Section>
  );
}

function useColumns(mayWrite: boolean): readonly Column<Silence>[] {
  const t = useText();
  const end = useEnd();
  const act: Column<Silence> = {
    key: 'act',
    head: '',
    align: 'right',
    cell: (silence) => (
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => void end(silence)}
        aria-label={t('alerts.silence.endOne', { pattern: silence.pattern })}
      >
        {t('alerts.silence.end')}
      </Button>
    ),
  };
  return [
    { key: 'pattern', head: t('alerts.silence.pattern'), cell: ({ pattern }) => <code>{pattern}</code> },
    { key: 'until', head: t('alerts.silence.until'), cell: ({ until }) => <When at={until} as="dateTime" /> },
    { key: 'reason', head: t('backOffice.reason.label'), cell: ({ reason }) => reason },
    { key: 'who', head: t('alerts.silence.who'), cell: ({ staffLogin }) => staffLogin },
    ...(mayWrite ? [act] : []),
  ];
}

function useEnd() {
  const t = useText();
  const act = useAct('staff');
  return async ({ silenceId, pattern }: Silence) => {
    const isSure = await confirmAction({
      title: t('alerts.silence.endOne', { pattern }),
      effect: t('alerts.silence.endEffect'),
      confirm: t('alerts.silence.end'),
      cancel: t('backOffice.cancel'),
    });
    if (!isSure) return;
    const input = { params: { id: silenceId } };
    await act(() => callStaff<typeof contract.endAlertSilence>('POST /alert-silences/{id}/end', input), {
      done: t('alerts.silence.ended', { pattern }),
      routes: SILENCE_ROUTES,
    });
  };
}
