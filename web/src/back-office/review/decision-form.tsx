import { Blockquote, Button, Group, Radio, SegmentedControl, Select, Stack, Text, Textarea } from '@mantine/core';
import type { ReviewVerdict } from '@volley/domain/senders/sender-review.ts';
import { type SubmitEvent, useState } from 'react';
import { useText } from '../../kit/text.tsx';
import { VERDICT_TEXT } from '../parts/sender-status.tsx';
import type { Judged } from './judged-name.ts';
import { REASON_TEMPLATES } from './reasons.ts';

export type Decided = { readonly managerComment?: string; readonly plan?: 'START' | 'PRO' };

type Props = {
  readonly names: readonly Judged[];
  readonly status: ReviewVerdict;
  readonly onDecided: (decided: Decided) => void;
  readonly onCancel: () => void;
};

/** Extra input of a decision: a plan for the operator, or a comment for the partner. */
export function DecisionForm({ names, status, onDecided, onCancel }: Props) {
  const t = useText();
  const [plan, setPlan] = useState<'START' | 'PRO'>('START');
  const [comment, setComment] = useState('');
  const isForward = status === 'EXTERNAL_REVIEW';
  const isMissing = status === 'REJECTED' && comment.trim() === '';
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isMissing)
      onDecided(isForward ? { plan } : { ...(comment.trim() !== '' && { managerComment: comment.trim() }) });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        {names.length > 1 && <Text size="sm">{names.map(({ senderName }) => senderName).join(', ')}</Text>}
        {isForward ? (
          <PlanChoice plan={plan} onPlan={setPlan} />
        ) : (
          <Comment comment={comment} onComment={setComment} isRequired={status === 'REJECTED'} />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            {t('backOffice.cancel')}
          </Button>
          <Button type="submit" disabled={isMissing} {...(!isForward && { color: 'red.8' })}>
            {t(VERDICT_TEXT[status])}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function PlanChoice({ plan, onPlan }: { readonly plan: string; readonly onPlan: (plan: 'START' | 'PRO') => void }) {
  const t = useText();
  return (
    <Radio.Group
      label={t('backOffice.review.plan')}
      description={t('backOffice.review.planHint')}
      value={plan}
      onChange={(value) => onPlan(value === 'PRO' ? 'PRO' : 'START')}
    >
      <Stack gap="xs" mt="xs">
        <Radio value="START" label={t('backOffice.review.planStart')} data-autofocus />
        <Radio value="PRO" label={t('backOffice.review.planPro')} />
      </Stack>
    </Radio.Group>
  );
}

type CommentProps = {
  readonly comment: string;
  readonly onComment: (comment: string) => void;
  readonly isRequired: boolean;
};

function Comment({ comment, onComment, isRequired }: CommentProps) {
  const t = useText();
  const [tongue, setTongue] = useState('ru');
  const [chosen, setChosen] = useState<string | null>(null);
  const put = (name: string | null, language: string) => {
    const template = REASON_TEMPLATES.find((one) => one.name === name);
    if (template !== undefined) onComment(language === 'ru' ? template.ru : template.en);
  };
  return (
    <Stack gap="sm">
      <Group align="flex-end" gap="sm">
        <Select
          label={t('backOffice.review.template')}
          placeholder={t('backOffice.review.templateNone')}
          data={REASON_TEMPLATES.map(({ name }) => ({ value: name, label: t(name) }))}
          value={chosen}
          onChange={(name) => {
            setChosen(name);
            put(name, tongue);
          }}
          style={{ flex: 1, minWidth: 200 }}
        />
        <SegmentedControl
          aria-label={t('backOffice.review.tongue')}
          data={['ru', 'en'].map((value) => ({ value, label: value.toUpperCase() }))}
          value={tongue}
          onChange={(language) => {
            setTongue(language);
            put(chosen, language);
          }}
        />
      </Group>
      <Textarea
        label={t('backOffice.review.comment')}
        value={comment}
        onChange={(event) => onComment(event.currentTarget.value)}
        autosize
        minRows={3}
        maxLength={1000}
        required={isRequired}
        data-autofocus
      />
      <div>
        <Text size="sm" fw={600} mb={4}>
          {t('backOffice.review.preview')}
        </Text>
        <Blockquote p="sm" fz="sm" color="gray" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {comment.trim() === '' ? t('backOffice.review.previewEmpty') : comment}
        </Blockquote>
      </div>
    </Stack>
  );
}
