// Characters outside the GSM alphabet, and the parts saved by replacing them.

import { Button, Group, Stack, Text } from '@mantine/core';
import { foreignCharacters, isCyrillic, replaceForeign, transliterate } from '@volley/domain/text/gsm7-replacement.ts';
import { countParts } from '@volley/domain/text/text-segmentation.ts';
import { Fragment } from 'react';
import { Notice } from '../../../kit/notice.tsx';
import { useText } from '../../../kit/text.tsx';
import type { Measured } from '../file/text-measure.ts';
import classes from './foreign-characters.module.css';

type Props = {
  readonly text: string;
  readonly measured: Measured | undefined;
  readonly onChange: (text: string) => void;
};

export function ForeignCharacters({ text, measured, onChange }: Props) {
  const t = useText();
  const foreign = foreignCharacters(text);
  const unicode = measured?.unicode ?? 0;
  if (foreign.length === 0)
    return unicode === 0 ? null : (
      <Text size="sm" c="dimmed">
        {t('newDispatch.foreign.values', { count: unicode })}
      </Text>
    );
  const hasCyrillic = foreign.some((one) => one.isCyrillic);
  if (hasCyrillic) return <Cyrillic text={text} onChange={onChange} />;
  const replaceable = foreign.filter(({ replacement }) => replacement !== undefined);
  const saved = countParts(text) - countParts(replaceForeign(text));
  return (
    <Notice tone="warn" title={t('newDispatch.foreign.title')}>
      <Stack gap="xs">
        <Text size="sm" className={classes['text'] ?? ''}>
          <Marked text={text} />
        </Text>
        <Group gap="xs">
          {replaceable.map(({ character, replacement, count }) => (
            <Button
              key={character}
              size="compact-sm"
              variant="default"
              onClick={() => onChange(replaceForeign(text, character))}
            >
              {t('newDispatch.foreign.replace', {
                character: visible(character),
                replacement: visible(replacement ?? ''),
                count,
              })}
            </Button>
          ))}
          {replaceable.length > 1 && (
            <Button size="compact-sm" onClick={() => onChange(replaceForeign(text))}>
              {t('newDispatch.foreign.replaceAll')}
            </Button>
          )}
        </Group>
        <Text size="sm">
          {replaceable.length < foreign.length
            ? t('newDispatch.foreign.stays', {
                characters: foreign.flatMap((one) => (one.replacement === undefined ? [one.character] : [])).join(' '),
              })
            : t('newDispatch.foreign.saves', { count: saved })}
        </Text>
      </Stack>
    </Notice>
  );
}

/** In a Cyrillic text other characters do not matter: the whole text is UCS-2. */
function Cyrillic({ text, onChange }: Pick<Props, 'text' | 'onChange'>) {
  const t = useText();
  const latin = transliterate(text);
  const saved = countParts(text) - countParts(latin);
  return (
    <Group gap="xs" justify="space-between">
      <Text size="sm" c="dimmed">
        {t('newDispatch.foreign.cyrillic')}
      </Text>
      {saved > 0 && (
        <Button size="compact-sm" variant="default" onClick={() => onChange(latin)}>
          {t('newDispatch.foreign.transliterate', { count: saved })}
        </Button>
      )}
    </Group>
  );
}

function Marked({ text }: { readonly text: string }) {
  const foreign = new Set(foreignCharacters(text).map(({ character }) => character));
  // Characters repeat, so only the position identifies them.
  return Array.from(text, (character, at) =>
    foreign.has(character) && !isCyrillic(character) ? (
      <mark key={at} className={classes['mark']}>
        {visible(character)}
      </mark>
    ) : (
      <Fragment key={at}>{character}</Fragment>
    ),
  );
}

/** An invisible character is shown by its code point. */
function visible(character: string): string {
  if (character === '') return '∅';
  if (character === ' ') return '␣';
  return /^[\s\u200b\u2060\ufeff]$/u.test(character)
    ? `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
    : character;
}
