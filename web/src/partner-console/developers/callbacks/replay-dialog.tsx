import { Button, Group, Modal, SegmentedControl, Select, Stack, TextInput } from '@mantine/core';
import type * as contract from '@volley/contract/console/callbacks.ts';
import { useState } from 'react';
import { callApi } from '../../../api/call.ts';
import { ErrorPanel } from '../../../kit/error-panel.tsx';
import { useSubmit } from '../../../kit/form/use-submit.ts';
import { Hint } from '../../../kit/hint.tsx';
import { Notice } from '../../../kit/notice.tsx';
import { useText } from '../../../kit/text.tsx';
import { useAct } from '../../../kit/use-act.ts';
import { CompanyField, useCompanies } from '../company-field.tsx';
import type { Target } from './callback-target.ts';
import { localMinute, type ReplayChoice, replayBody } from './replay-choice.ts';

type Props = {
  readonly company: number | undefined;
  readonly targets: readonly Target[];
  readonly onClose: () => void;
};

const DAY_MS = 86_400_000;

/** Counts the events first; the button then states the count. */
export function ReplayDialog({ company, targets, onClose }: Props) {
  const t = useText();
  const [choice, setChoice] = useState<ReplayChoice>(() => ({
    what: 'failed',
    companyId: company,
    targetId: undefined,
    from: localMinute(new Date(Date.now() - DAY_MS)),
    to: localMinute(new Date()),
  }));
  const companies = useCompanies() ?? [];
  const companyId = choice.companyId ?? (companies.length === 1 ? companies[0]?.companyId : undefined);
  const { count, isBusy, error, ask, reset } = useCount();
  const change = (part: Partial<ReplayChoice>) => {
    reset();
    setChoice({ ...choice, ...part });
  };
  const body = companyId === undefined ? undefined : replayBody({ ...choice, companyId });
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('developers.replay.title')}
      closeButtonProps={{ 'aria-label': t('developers.close') }}
    >
      <Stack>
        <What choice={choice} onChange={change} />
        <CompanyField
          companies={companies}
          value={companyId}
          onChange={(id) => change({ companyId: id, targetId: undefined })}
        />
        <TargetField
          targets={targets.filter((target) => target.companyId === companyId)}
          choice={choice}
          onChange={change}
        />
        {error !== undefined && <ErrorPanel error={error} />}
        {count !== undefined && <Notice tone="info" role="status" title={t('developers.replay.count', { count })} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('developers.cancel')}
          </Button>
          {count === undefined || count === 0 || body === undefined ? (
            <Button loading={isBusy} disabled={body === undefined} onClick={() => body !== undefined && void ask(body)}>
              {t('developers.replay.ask')}
            </Button>
          ) : (
            <SendButton body={body} count={count} onDone={onClose} />
          )}
        </Group>
      </Stack>
    </Modal>
  );
}

type Body = NonNullable<ReturnType<typeof replayBody>>;
type ChoiceProps = { readonly choice: ReplayChoice; readonly onChange: (part: Partial<ReplayChoice>) => void };

function What({ choice: { what, from, to }, onChange }: ChoiceProps) {
  const t = useText();
  return (
    <>
      <SegmentedControl
        aria-label={t('developers.replay.what')}
        value={what}
        onChange={(value) => onChange({ what: value === 'period' ? 'period' : 'failed' })}
        data={[
          { value: 'failed', label: t('developers.replay.failed') },
          { value: 'period', label: t('developers.replay.period') },
        ]}
      />
      <Hint>{t(`developers.replay.${what}.hint`)}</Hint>
      <Group grow>
        <TextInput
          type="datetime-local"
          label={t(what === 'failed' ? 'developers.replay.since' : 'developers.replay.from')}
          value={from}
          onChange={({ currentTarget }) => onChange({ from: currentTarget.value })}
        />
        {what === 'period' && (
          <TextInput
            type="datetime-local"
            label={t('developers.replay.to')}
            value={to}
            onChange={({ currentTarget }) => onChange({ to: currentTarget.value })}
          />
        )}
      </Group>
    </>
  );
}

function TargetField({ targets, choice, onChange }: ChoiceProps & { readonly targets: readonly Target[] }) {
  const t = useText();
  return (
    <Select
      label={t('developers.targets.address')}
      placeholder={t('developers.replay.allTargets')}
      clearable
      clearButtonProps={{ 'aria-label': t('developers.clear') }}
      data={targets.map(({ id, url }) => ({ value: String(id), label: url }))}
      value={choice.targetId === undefined ? null : String(choice.targetId)}
      onChange={(value) => onChange({ targetId: value === null ? undefined : Number(value) })}
    />
  );
}

function SendButton({
  body,
  count,
  onDone,
}: {
  readonly body: Body;
  readonly count: number;
  readonly onDone: () => void;
}) {
  const t = useText();
  const act = useAct('console');
  const send = async () => {
    const change = () => callApi<typeof contract.replayCallbacks>('POST /callbacks/replays', { body });
    const routes = ['GET /callbacks/deliveries', 'GET /callbacks/targets'];
    if (await act(change, { routes, done: t('developers.replay.done', { count }) })) onDone();
  };
  return <Button onClick={() => void send()}>{t('developers.replay.send', { count })}</Button>;
}

function useCount() {
  const [count, setCount] = useState<number>();
  const { submit, isBusy, error, clearError } = useSubmit();
  const reset = () => {
    setCount(undefined);
    clearError();
  };
  const ask = (body: Body) => {
    reset();
    return submit(async () => {
      const dryRun = { body: { ...body, dryRun: true } };
      const { events } = await callApi<typeof contract.replayCallbacks>('POST /callbacks/replays', dryRun);
      setCount(events);
    });
  };
  return { count, isBusy, error, ask, reset };
}
