// Uploads subscribers from a file: choose, look at the counts, send in pieces, see the result.
import { Button, FileButton, Group, Progress, Stack, Text } from '@mantine/core';
import { hasDevices, type SubscriberChannel } from '@volley/domain/subscribers/subscriber-channel.ts';
import { ErrorPanel } from '../../../kit/error-panel.tsx';
import { useFormat } from '../../../kit/format.ts';
import { Hint } from '../../../kit/hint.tsx';
import { Notice } from '../../../kit/notice.tsx';
import { Section } from '../../../kit/section.tsx';
import { useText } from '../../../kit/text.tsx';
import { CheckedFile } from './checked-file.tsx';
import { RefusedLines } from './refused-lines.tsx';
import { type Upload, type UploadState, useUpload } from './use-upload.ts';

type Props = { readonly senderId: number; readonly channelType: SubscriberChannel };

export function UploadPanel({ senderId, channelType }: Props) {
  const t = useText();
  const upload = useUpload(senderId, channelType);
  return (
    <Section title={t('subscribers.upload')}>
      <Stack gap="sm">
        <Step
          {...upload}
          isApp={hasDevices(channelType)}
          hint={t(hasDevices(channelType) ? 'subscribers.upload.appHint' : 'subscribers.upload.hint')}
        />
      </Stack>
    </Section>
  );
}

type Hinted = { readonly hint: string };

type Worded = { readonly isApp: boolean };

function Step({ hint, isApp, ...upload }: Upload & Hinted & Worded) {
  const t = useText();
  const { state, choose, send } = upload;
  switch (state.step) {
    case 'none':
      return (
        <>
          <Hint>{hint}</Hint>
          <ChooseButton label={t('subscribers.upload.choose')} onChoose={choose} />
        </>
      );
    case 'reading':
      return <Moving label={t('subscribers.upload.reading', { name: state.fileName })} share={state.share} />;
    case 'unreadable':
      return (
        <>
          <Unreadable problem={state.problem} hint={hint} isApp={isApp} />
          <ChooseButton label={t('subscribers.upload.another')} onChoose={choose} />
        </>
      );
    case 'checked':
      return (
        <CheckedFile fileName={state.fileName} scan={state.scan} isApp={isApp} onSend={() => void send()}>
          <ChooseButton label={t('subscribers.upload.another')} onChoose={choose} />
        </CheckedFile>
      );
    case 'sending':
    case 'stopped':
    case 'done':
      return <Sending {...upload} isApp={isApp} state={state} />;
  }
}

type Begun = Extract<UploadState, { readonly step: 'sending' | 'stopped' | 'done' }>;

function Sending({ state, isApp, send, reset }: Upload & Worded & { readonly state: Begun }) {
  const t = useText();
  const { number } = useFormat();
  const { scan, sent, fileName } = state;
  if (state.step === 'done') return <Done state={state} isApp={isApp} onReset={reset} />;
  const counts = { done: number(sent.done), all: number(scan.good) };
  return (
    <>
      <Moving label={t('subscribers.upload.sending', { name: fileName, ...counts })} share={sent.done / scan.good} />
      {state.step === 'sending' ? (
        <Hint>{t('subscribers.upload.leave')}</Hint>
      ) : (
        <>
          <ErrorPanel error={state.error} />
          <Group gap="xs">
            <Button onClick={() => void send()}>{t('subscribers.upload.continue')}</Button>
            <Button variant="default" onClick={reset}>
              {t('subscribers.upload.cancel')}
            </Button>
          </Group>
        </>
      )}
    </>
  );
}

function Done({ state, isApp, onReset }: Worded & { readonly state: Begun; readonly onReset: () => void }) {
  const t = useText();
  const { number } = useFormat();
  const { scan, sent, fileName } = state;
  const { created, updated } = sent;
  const own = sent.refused.map((line) => ({ ...line, fault: 'refused' }) as const);
  return (
    <>
      <div role="status">
        <Text size="sm">
          {t(isApp ? 'subscribers.upload.appCreated' : 'subscribers.upload.created', {
            count: created,
            shown: number(created),
          })}
        </Text>
        {updated > 0 && (
          <Text size="sm">
            {t(isApp ? 'subscribers.upload.appUpdated' : 'subscribers.upload.updated', {
              count: updated,
              shown: number(updated),
            })}
          </Text>
        )}
      </div>
      <RefusedLines fileName={fileName} count={scan.refused + own.length} lines={[...scan.lines, ...own]} />
      <Button variant="default" style={{ alignSelf: 'flex-start' }} onClick={onReset}>
        {t('subscribers.upload.more')}
      </Button>
    </>
  );
}

function Unreadable({
  problem,
  hint,
  isApp,
}: Pick<Extract<UploadState, { readonly step: 'unreadable' }>, 'problem'> & Hinted & Worded) {
  const t = useText();
  if (problem === 'titles')
    return (
      <Notice tone="bad" title={t(isApp ? 'subscribers.upload.appTitles' : 'subscribers.upload.titles')}>
        {hint}
      </Notice>
    );
  return <Notice tone="bad" title={t(`newDispatch.file.${problem.kind}`, { row: problem.row })} />;
}

function Moving({ label, share }: { readonly label: string; readonly share: number }) {
  return (
    <>
      <Text size="sm" aria-live="polite">
        {label}
      </Text>
      <Progress value={share * 100} size="lg" aria-label={label} />
    </>
  );
}

function ChooseButton({
  label,
  onChoose,
}: {
  readonly label: string;
  readonly onChoose: (chosen: File) => Promise<void>;
}) {
  return (
    <FileButton
      accept=".csv,.txt,.tsv,text/csv,text/plain"
      onChange={(chosen) => void (chosen === null ? undefined : onChoose(chosen))}
    >
      {(props) => (
        <Button variant="default" style={{ alignSelf: 'flex-start' }} {...props}>
          {label}
        </Button>
      )}
    </FileButton>
  );
}
