// Writes a new version, compares it with the one in force, recalculates last month with it, and publishes it.
import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import type * as contract from '@volley/contract/back-office/money/prices.ts';
import type { ReplyOf } from '@volley/contract/endpoint.ts';
import { PRICING_MODELS } from '@volley/domain/money/tariff.ts';
import { useState } from 'react';
import { callStaff } from '../../api/call.ts';
import { confirmAction } from '../../kit/dialog/confirm-action.tsx';
import { useFormat } from '../../kit/format.ts';
import { Notice } from '../../kit/notice.tsx';
import { useText } from '../../kit/text.tsx';
import { useAct } from '../../kit/use-act.ts';
import { DraftDiff } from './draft-diff.tsx';
import { Recalculation } from './recalculation.tsx';
import { StepEditor } from './step-editor.tsx';
import { type Step, stepsProblem, type TariffKey, type Version } from './versions.ts';

type Props = { readonly list: number; readonly tariffKey: TariffKey; readonly current: Version | undefined };
type Result = ReplyOf<typeof contract.recalculateMonth>;

const PROBLEMS = {
  zero: 'backOffice.tariffs.problem.zero',
  twice: 'backOffice.tariffs.problem.twice',
  one: 'backOffice.tariffs.problem.one',
} as const;

/** Volumes are counted by operator, so a foreign country has a fixed price only. */
const modelsOf = ({ countryCode }: TariffKey) => (countryCode === undefined ? PRICING_MODELS : (['FIXED'] as const));

export function DraftForm({ list, tariffKey, current }: Props) {
  const t = useText();
  const [model, setModel] = useState(current?.pricingModel ?? 'FIXED');
  const [steps, setSteps] = useState<readonly Step[]>(current?.prices ?? [{ from: 0, price: 0, priceMauBatch: 0 }]);
  const [effective, setEffective] = useState('');
  const [result, setResult] = useState<Result>();
  const currency = current?.currency ?? 'RUB';
  const problem = stepsProblem(model, steps);
  const draft = draftOf({ list, tariffKey, model, currency, steps });
  const change = (next: readonly Step[]) => {
    setSteps(next);
    setResult(undefined);
  };
  return (
    <Stack gap="md">
      <Select
        label={t('backOffice.tariffs.model')}
        data={modelsOf(tariffKey).map((value) => ({ value, label: t(`kit.model.${value}`) }))}
        value={model}
        onChange={(value) => setModel(PRICING_MODELS.find((one) => one === value) ?? model)}
        allowDeselect={false}
      />
      <StepEditor steps={steps} onSteps={change} currency={currency} isMau={model === 'MAU'} />
      {problem !== undefined && <Notice tone="warn" title={t(PROBLEMS[problem])} />}
      <DraftDiff before={current?.prices ?? []} after={steps} currency={currency} />
      <TextInput
        type="datetime-local"
        label={t('backOffice.tariffs.effective')}
        description={t('backOffice.tariffs.effectiveHint')}
        value={effective}
        onChange={(event) => setEffective(event.currentTarget.value)}
      />
      <DraftActs draft={draft} effective={effective} isReady={problem === undefined} onResult={setResult} />
      {result !== undefined && <Recalculation result={result} />}
      <Text size="xs" c="dimmed">
        {t('backOffice.tariffs.final')}
      </Text>
    </Stack>
  );
}

type Written = {
  list: number;
  tariffKey: TariffKey;
  model: Version['pricingModel'];
  currency: string;
  steps: readonly Step[];
};

function draftOf({ list, tariffKey, model, currency, steps }: Written) {
  const { senderType, brand, trafficType, countryCode } = tariffKey;
  return {
    priceListId: list,
    senderType,
    ...(brand !== undefined && { brand }),
    ...(trafficType !== undefined && { trafficType }),
    ...(countryCode !== undefined && { countryCode }),
    pricingModel: model,
    currency,
    prices: steps.map(({ from, price, priceMauBatch }) => ({ from, price, ...(model === 'MAU' && { priceMauBatch }) })),
  };
}

type ActsProps = {
  readonly draft: ReturnType<typeof draftOf>;
  readonly effective: string;
  readonly isReady: boolean;
  readonly onResult: (result: Result) => void;
};

function DraftActs({ draft, effective, isReady, onResult }: ActsProps) {
  const t = useText();
  const act = useAct('staff');
  const { dateTime } = useFormat();
  const [isBusy, setBusy] = useState(false);
  const tryOut = async () => {
    setBusy(true);
    const work = async () =>
      onResult(await callStaff<typeof contract.recalculateMonth>('POST /tariffs/recalculation', { body: draft }));
    await act(work, { done: t('backOffice.tariffs.tried'), routes: ['none'] });
    setBusy(false);
  };
  const publish = async () => {
    const at = effective === '' ? undefined : new Date(effective);
    const isSure = await confirmAction({
      title: t('backOffice.tariffs.publishTitle'),
      effect: t('backOffice.tariffs.publishEffect', {
        at: at === undefined ? t('backOffice.tariffs.now') : dateTime(at),
      }),
      confirm: t('backOffice.tariffs.publish'),
      cancel: t('backOffice.cancel'),
    });
    if (!isSure) return;
    const body = { ...draft, ...(at !== undefined && { effectiveFrom: at.toISOString() }) };
    await act(() => callStaff<typeof contract.publishTariff>('POST /tariffs', { body }), {
      done: t('backOffice.tariffs.published'),
      routes: ['GET /tariffs', 'GET /actions'],
    });
  };
  return (
    <Group gap="xs">
      <Button variant="default" onClick={() => void tryOut()} loading={isBusy} disabled={!isReady}>
        {t('backOffice.tariffs.dryRun')}
      </Button>
      <Button onClick={() => void publish()} disabled={!isReady}>
        {t('backOffice.tariffs.publish')}
      </Button>
    </Group>
  );
}
