// Adds numbers, typed, pasted or from a file: one per line with an optional comment, at most 10,000 at once.
import { Button, FileButton, Group, Stack, Text, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type * as contract from '@volley/contract/console/blacklist.ts';
import type { ReplyOf } from '@volley/contract/endpoint.ts';
import { useState } from 'react';
import { callApi } from '../../api/call.ts';
import { readAgain } from '../../api/use-api.ts';
import { ErrorPanel } from '../../kit/error-panel.tsx';
import { useFormat } from '../../kit/format.ts';
import { Notice } from '../../kit/notice.tsx';
import { useText } from '../../kit/text.tsx';
import { CompanyChoice } from '../tools/company-choice.tsx';
import { commentedLines } from '../tools/number-lines.ts';

const IMPORT_MAX = 10_000;
const COMMENT_MAX = 500;

type Imported = ReplyOf<typeof contract.importBlacklist>;
type Props = { readonly company: number | undefined; readonly onDone: () => void };

export function AddNumbers({ company, onDone }: Props) {
  const t = useText();
  const { number } = useFormat();
  const [companyId, setCompanyId] = useState(company);
  const [text, setText] = useState('');
  const lines = commentedLines(text);
  const adding = useAdding();
  const isTooMuch = lines.length > IMPORT_MAX;
  if (adding.data !== undefined) return <Added imported={adding.data} onDone={onDone} />;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (companyId !== undefined && lines.length > 0) adding.mutate({ companyId, lines });
      }}
    >
      <Stack gap="sm">
        <CompanyChoice label={t('blacklist.company')} value={companyId} onPick={setCompanyId} required />
        <Textarea
          label={t('blacklist.lines')}
          description={t('blacklist.linesHint')}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          minRows={6}
          maxRows={14}
          autosize
          data-autofocus
          error={isTooMuch && t('blacklist.tooMuch', { shown: number(lines.length) })}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        />
        {adding.error !== null && <ErrorPanel error={adding.error} />}
        <Group justify="space-between">
          <FileButton accept=".csv,.txt,text/plain,text/csv" onChange={(file) => void file?.text().then(setText)}>
            {(props) => (
              <Button variant="default" {...props}>
                {t('blacklist.file')}
              </Button>
            )}
          </FileButton>
          <Button
            type="submit"
            loading={adding.isPending}
            disabled={companyId === undefined || lines.length === 0 || isTooMuch}
          >
            {t('blacklist.block', { count: lines.length, shown: number(lines.length) })}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function useAdding() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ companyId, lines }: { companyId: number; lines: ReturnType<typeof commentedLines> }) =>
      callApi<typeof contract.importBlacklist>('POST /blacklist/import', {
        body: {
          companyId,
          items: lines.map(({ msisdn, comment }) => ({
            msisdn: msisdn.slice(0, 64),
            ...(comment !== undefined && { comment: comment.slice(0, COMMENT_MAX) }),
          })),
        },
      }),
    onSuccess: () => readAgain(client, 'console', 'GET /blacklist'),
  });
}

function Added({ imported, onDone }: { readonly imported: Imported; readonly onDone: () => void }) {
  const t = useText();
  const { number } = useFormat();
  const { added, known, repeated, completed, refused, firstRefused } = imported;
  return (
    <Stack gap="sm">
      <Text>{t('blacklist.added', { count: added, shown: number(added) })}</Text>
      {known > 0 && <Text size="sm">{t('blacklist.known', { count: known, shown: number(known) })}</Text>}
      {repeated > 0 && <Text size="sm">{t('blacklist.repeated', { count: repeated, shown: number(repeated) })}</Text>}
      {completed > 0 && (
        <Text size="sm">{t('blacklist.completed', { count: completed, shown: number(completed) })}</Text>
      )}
      {refused > 0 && (
        <Notice tone="warn" title={t('blacklist.refused', { count: refused, shown: number(refused) })}>
          {firstRefused.slice(0, 10).map(({ line, msisdn }) => (
            <Text key={line} size="sm">
              {t('blacklist.refusedLine', { line: number(line), text: msisdn })}
            </Text>
          ))}
        </Notice>
      )}
      <Group justify="flex-end">
        <Button onClick={onDone} data-autofocus>
          {t('blacklist.done')}
        </Button>
      </Group>
    </Stack>
  );
}
