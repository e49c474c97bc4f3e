import { Anchor, Button, Checkbox, Progress, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ErrorPanel } from '../../../kit/error-panel.tsx';
import { useFormat } from '../../../kit/format.ts';
import { Notice } from '../../../kit/notice.tsx';
import { Section } from '../../../kit/section.tsx';
import { useText } from '../../../kit/text.tsx';
import { RowPreview } from '../row-preview.tsx';
import type { StepProps } from '../step-props.ts';
import { type Sending, useSending } from '../use-sending.ts';
import { isOpenStep } from '../wizard.ts';
import { ReviewFacts } from './review-facts.tsx';

export function ReviewStep(props: StepProps) {
  const t = useText();
  const { draft, change, estimate } = props;
  const sending = useSending(props);
  const count = estimate.result?.price.messages ?? 0;
  if (draft.upload !== undefined) return <SendingPanel {...props} sending={sending} />;
  return (
    <>
      <ReviewFacts {...props} />
      <RowPreview {...props} />
      <Section title={t('newDispatch.start')}>
        <Stack gap="md" align="flex-start">
          {estimate.error !== undefined && <ErrorPanel error={estimate.error} onRetry={estimate.again} />}
          <Checkbox
            size="md"
            label={t('newDispatch.checked')}
            checked={draft.checked}
            onChange={(event) => change({ checked: event.currentTarget.checked })}
          />
          <Button
            size="lg"
            disabled={!draft.checked || !isOpenStep('review', props) || count === 0}
            loading={sending.isSending || (estimate.result === undefined && estimate.error === undefined)}
            onClick={() => void sending.send()}
          >
            {t(draft.timing.mode === 'now' ? 'newDispatch.startNow' : 'newDispatch.startLater', { count })}
          </Button>
          {sending.error !== undefined && <ErrorPanel error={sending.error} />}
        </Stack>
      </Section>
    </>
  );
}

/** The upload is running; a reopened tab returns here. */
function SendingPanel({ draft, file, sending }: StepProps & { readonly sending: Sending }) {
  const t = useText();
  const { number } = useFormat();
  const { upload } = draft;
  if (upload === undefined) return null;
  const done = upload.accepted + upload.refused;
  const all = Math.max(file.scan?.good ?? done, done, 1);
  return (
    <Section title={t('newDispatch.sending')}>
      <Stack gap="md" align="flex-start">
        <Progress
          w="100%"
          size="lg"
          value={(done / all) * 100}
          aria-label={t('newDispatch.sending')}
          animated={sending.isSending}
        />
        <Text aria-live="polite">
          {t(upload.isFilled ? 'newDispatch.sending.starting' : 'newDispatch.sending.count', {
            done: number(done),
            all: number(all),
          })}
        </Text>
        {sending.error !== undefined && <ErrorPanel error={sending.error} />}
        {sending.isSending ? (
          <Text size="sm" c="dimmed">
            {t('newDispatch.sending.closed')}
          </Text>
        ) : (
          <>
            <Notice tone="warn" title={t('newDispatch.sending.stopped')}>
              {t('newDispatch.sending.stoppedAdvice')}
            </Notice>
            <Button size="md" disabled={file.scan === undefined} onClick={() => void sending.send()}>
              {t('newDispatch.sending.continue')}
            </Button>
          </>
        )}
        {upload.dispatchId !== undefined && (
          <Anchor component={Link} to={`/dispatches/${upload.dispatchId}`} size="sm">
            {t('newDispatch.sending.open', { id: upload.dispatchId })}
          </Anchor>
        )}
      </Stack>
    </Section>
  );
}
