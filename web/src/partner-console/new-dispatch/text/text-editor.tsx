import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { segmentText, unitsLeft } from '@volley/domain/text/text-segmentation.ts';
import { useRef } from 'react';
import { Notice } from '../../../kit/notice.tsx';
import { Section } from '../../../kit/section.tsx';
import { StatusBadge } from '../../../kit/status-badge.tsx';
import { useText } from '../../../kit/text.tsx';
import { countsParts, knownTokens, TEXT_LENGTH_MAX, tokensIn, unknownTokens } from '../draft-text.ts';
import type { StepProps } from '../step-props.ts';
import { ForeignCharacters } from './foreign-characters.tsx';

export function TextEditor({ draft, change, text: { shown } }: StepProps) {
  const t = useText();
  const field = useRef<HTMLTextAreaElement>(null);
  const { text } = draft;
  const write = (next: string) => change({ text: next, checked: false });
  const insert = (token: string) => {
    const { selectionStart = text.length, selectionEnd = text.length } = field.current ?? {};
    write(`${text.slice(0, selectionStart)}{${token}}${text.slice(selectionEnd)}`);
    field.current?.focus();
  };
  return (
    <Section title={t('newDispatch.text')}>
      <Stack gap="sm">
        <Textarea
          ref={field}
          label={t('newDispatch.text.label')}
          description={t('newDispatch.text.hint')}
          autosize
          minRows={5}
          maxRows={16}
          value={text}
          onChange={(event) => write(event.currentTarget.value)}
          {...(text.length > TEXT_LENGTH_MAX && { error: t('newDispatch.text.long', { max: TEXT_LENGTH_MAX }) })}
        />
        <Counter draft={draft} />
        <Chips draft={draft} onInsert={insert} />
        {unknownTokens(draft).length > 0 && (
          <Notice tone="bad" title={t('newDispatch.token.unknown')}>
            <Group gap="xs">
              {unknownTokens(draft).map((token) => (
                <StatusBadge key={token} tone="bad" label={`{${token}}`} />
              ))}
            </Group>
            <Text size="sm" mt={6}>
              {t('newDispatch.token.unknownAdvice')}
            </Text>
          </Notice>
        )}
        {countsParts(draft) && <ForeignCharacters text={text} measured={shown} onChange={write} />}
      </Stack>
    </Section>
  );
}

/** Length of the text before substitution; the lengths per recipient are shown beside it. */
function Counter({ draft }: Pick<StepProps, 'draft'>) {
  const t = useText();
  if (!countsParts(draft))
    return (
      <Text size="sm" c="dimmed" aria-live="polite">
        {t('newDispatch.text.characters', { count: Array.from(draft.text).length })}
      </Text>
    );
  const { encoding, parts } = segmentText(draft.text);
  return (
    <Group gap="xs" aria-live="polite">
      <Text size="sm" fw={600}>
        {t('newDispatch.text.parts', { count: draft.text === '' ? 0 : parts })}
      </Text>
      <Text size="sm" c="dimmed">
        {t('newDispatch.text.left', { count: unitsLeft(draft.text) })}
      </Text>
      <StatusBadge tone={encoding === 'GSM7' ? 'good' : 'info'} label={encoding === 'GSM7' ? 'GSM-7' : 'UCS-2'} />
      {tokensIn(draft.text).length > 0 && (
        <Text size="sm" c="dimmed">
          {t('newDispatch.text.before')}
        </Text>
      )}
    </Group>
  );
}

function Chips({ draft, onInsert }: Pick<StepProps, 'draft'> & { readonly onInsert: (token: string) => void }) {
  const t = useText();
  const tokens = knownTokens(draft);
  if (tokens.length === 0) return null;
  const used = new Set(tokensIn(draft.text));
  return (
    <Group gap={6} role="group" aria-label={t('newDispatch.token.insert')}>
      <Text size="sm" c="dimmed">
        {t('newDispatch.token.insert')}
      </Text>
      {tokens.map((token) => (
        <Button
          key={token}
          size="compact-sm"
          variant={used.has(token) ? 'light' : 'default'}
          onClick={() => onInsert(token)}
        >
          {`{${token}}`}
        </Button>
      ))}
    </Group>
  );
}
