// The chosen file, its detected format, and controls to override it.
import { Anchor, Button, Checkbox, Group, NativeSelect, Progress, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useFormat } from '../../../kit/format.ts';
import { Notice } from '../../../kit/notice.tsx';
import { Section } from '../../../kit/section.tsx';
import { useText } from '../../../kit/text.tsx';
import { findSentFile } from '../company-memory.ts';
import { DELIMITERS, ENCODINGS, type FileFormat } from '../file/file-format.ts';
import type { FormatChoice } from '../file/import-protocol.ts';
import type { StepProps } from '../step-props.ts';

const ENCODING_NAMES = {
  'utf-8': 'UTF-8',
  'windows-1251': 'Windows-1251',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
} as const;

export function FileFacts({ draft, change, file, onReplace }: StepProps & { readonly onReplace: () => void }) {
  const t = useText();
  const { bytes, percent } = useFormat();
  const { opened, progress } = file;
  const choose = (choice: FormatChoice) =>
    change({ choice: { ...draft.choice, ...choice }, mapping: undefined, edits: [], goodOnly: false });
  return (
    <Section
      title={t('newDispatch.file')}
      actions={
        <Button variant="default" size="xs" onClick={onReplace}>
          {t('newDispatch.file.replace')}
        </Button>
      }
    >
      <Text size="sm">
        <b>{draft.fileName}</b>{' '}
        <Text span c="dimmed">
          {bytes(draft.file?.size ?? 0)}
        </Text>
      </Text>
      {opened !== undefined && (
        <Group mt="sm" align="flex-end" gap="md">
          <NativeSelect
            label={t('newDispatch.encoding')}
            w={170}
            data={ENCODINGS.map((value) => ({ value, label: ENCODING_NAMES[value] }))}
            value={opened.format.encoding}
            // The options are exactly these values, here and below.
            onChange={(event) => choose({ encoding: event.currentTarget.value as FileFormat['encoding'] })}
          />
          <NativeSelect
            label={t('newDispatch.delimiter')}
            w={190}
            data={DELIMITERS.map((value) => ({ value, label: t(DELIMITER_TEXTS[value]) }))}
            value={opened.format.delimiter}
            onChange={(event) => choose({ delimiter: event.currentTarget.value as FileFormat['delimiter'] })}
          />
          <Checkbox
            label={t('newDispatch.hasHeader')}
            checked={opened.hasHeader}
            onChange={(event) => choose({ hasHeader: event.currentTarget.checked })}
            mb={8}
          />
        </Group>
      )}
      {progress !== undefined && (
        <Group mt="sm" gap="sm" wrap="nowrap">
          <Progress value={progress * 100} flex={1} aria-label={t('newDispatch.reading')} />
          <Text size="sm" c="dimmed">
            {t('newDispatch.readingShare', { share: percent(progress) })}
          </Text>
        </Group>
      )}
      <SentBefore companyId={draft.companyId} print={file.scan?.print} />
    </Section>
  );
}

const DELIMITER_TEXTS = {
  ';': 'newDispatch.delimiter.semicolon',
  ',': 'newDispatch.delimiter.comma',
  '\t': 'newDispatch.delimiter.tab',
} as const;

/** The same file, byte for byte, was sent before. */
function SentBefore({
  companyId,
  print,
}: {
  readonly companyId: number | undefined;
  readonly print: string | undefined;
}) {
  const t = useText();
  const { dateTime } = useFormat();
  const sent = companyId === undefined || print === undefined ? undefined : findSentFile(companyId, print);
  if (sent === undefined) return null;
  return (
    <Notice tone="warn" title={t('newDispatch.sentBefore', { at: dateTime(sent.at) })}>
      <Anchor component={Link} to={`/dispatches/${sent.dispatchId}`}>
        {t('newDispatch.sentBefore.open')}
      </Anchor>
    </Notice>
  );
}
