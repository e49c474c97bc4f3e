import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useSession } from '../../api/session.ts';
import { confirmAction } from '../../kit/dialog/confirm-action.tsx';
import { Notice } from '../../kit/notice.tsx';
import { Page } from '../../kit/page.tsx';
import { useText } from '../../kit/text.tsx';
import { CostStep } from './cost/cost-step.tsx';
import { type Draft, STEPS, type Step } from './draft.ts';
import { RecipientsStep } from './recipients/recipients-step.tsx';
import { ReviewStep } from './review/review-step.tsx';
import { StepList } from './step-list.tsx';
import { TextStep } from './text/text-step.tsx';
import { type DraftState, useDraft } from './use-draft.ts';
import { useEstimate } from './use-estimate.ts';
import { useFile } from './use-file.ts';
import { useMeasure } from './use-measure.ts';
import { isDone, isOpenStep, type Wizard } from './wizard.ts';

export function NewDispatch() {
  const t = useText();
  const { login } = useSession();
  const { from, company } = useSearch({ strict: false });
  // Another page has a search member of the same name; here it is a number.
  const state = useDraft(login, from === undefined ? undefined : Number(from), company);
  const { draft } = state;
  return (
    <Page title={t('newDispatch.title')} back={{ to: '/dispatches', label: t('newDispatch.back') }}>
      {draft === undefined ? (
        <Skeleton height={420} radius="md" />
      ) : (
        // The key remounts the page for another draft.
        <Steps key={draft.id} {...state} draft={draft} />
      )}
    </Page>
  );
}

const STEP_PARTS = { recipients: RecipientsStep, text: TextStep, cost: CostStep, review: ReviewStep } as const;

function Steps(state: DraftState & { readonly draft: Draft }) {
  const { draft, change, changeSafely } = state;
  const file = useFile(draft, change);
  const text = useMeasure(draft, file);
  const estimate = useEstimate(draft, file);
  const wizard: Wizard = { draft, change, changeSafely, file, text, estimate };
  const head = useRef<HTMLDivElement>(null);
  const before = useRef(draft.step);
  useEffect(() => {
    if (before.current !== draft.step) {
      head.current?.focus({ preventScroll: true });
      window.scrollTo({ top: 0 });
    }
    before.current = draft.step;
  }, [draft.step]);
  const isSending = draft.upload !== undefined;
  const Part = STEP_PARTS[draft.step];
  return (
    <Stack gap="lg">
      <StepList wizard={wizard} isLocked={isSending} onChoose={(step) => change({ step })} />
      {state.isResumed && <Resumed isSending={isSending} onStartOver={state.startOver} />}
      <Stack gap="lg" ref={head} tabIndex={-1} style={{ outline: 'none' }}>
        <Part {...wizard} onFinish={state.finish} />
      </Stack>
      {!isSending && <Walk wizard={wizard} onChoose={(step) => change({ step })} />}
    </Stack>
  );
}

function Walk({ wizard, onChoose }: { readonly wizard: Wizard; readonly onChoose: (step: Step) => void }) {
  const t = useText();
  const at = STEPS.indexOf(wizard.draft.step);
  const previous = STEPS[at - 1];
  const next = STEPS[at + 1];
  const mayGo = next !== undefined && isDone(wizard.draft.step, wizard) && isOpenStep(next, wizard);
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        {previous === undefined ? (
          <Text size="sm" c="dimmed">
            {t('newDispatch.kept')}
          </Text>
        ) : (
          <Button variant="default" size="md" onClick={() => onChoose(previous)}>
            {t('newDispatch.previous')}
          </Button>
        )}
        {next !== undefined && (
          <Button size="md" disabled={!mayGo} onClick={() => onChoose(next)}>
            {t(`newDispatch.next.${next}`)}
          </Button>
        )}
      </Group>
      {!mayGo && wizard.draft.step !== 'review' && (
        <Text size="sm" c="dimmed" ta="right">
          {t(`newDispatch.waits.${wizard.draft.step}`)}
        </Text>
      )}
    </Stack>
  );
}

function Resumed({ isSending, onStartOver }: { readonly isSending: boolean; readonly onStartOver: () => void }) {
  const t = useText();
  const ask = async () => {
    const isSure = await confirmAction({
      title: t('newDispatch.startOver.title'),
      effect: t(isSending ? 'newDispatch.startOver.sending' : 'newDispatch.startOver.effect'),
      confirm: t('newDispatch.startOver'),
      cancel: t('newDispatch.keepDraft'),
      danger: true,
    });
    if (isSure) onStartOver();
  };
  return (
    <Notice tone="info" title={t(isSending ? 'newDispatch.resumed.sending' : 'newDispatch.resumed')}>
      <Button size="compact-sm" variant="default" onClick={() => void ask()}>
        {t('newDispatch.startOver')}
      </Button>
    </Notice>
  );
}
