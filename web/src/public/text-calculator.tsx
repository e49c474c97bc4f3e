// Counts the parts of a text. Everything runs in the page; the text is not sent.
import { Button, Group, Stack, Table, Text, Textarea } from '@mantine/core';
import { replaceForeign, transliterate } from '@volley/domain/text/gsm7-replacement.ts';
import { countParts } from '@volley/domain/text/text-segmentation.ts';
import { useState } from 'react';
import { useFormat } from '../kit/format.ts';
import { Hint } from '../kit/hint.tsx';
import { Page } from '../kit/page.tsx';
import { Section } from '../kit/section.tsx';
import { useText } from '../kit/text.tsx';
import classes from './text-calculator.module.css';
import { costOf, type TextCost, type TextPart } from './text-cost.ts';

const LENGTH_MAX = 5_000;

export function TextCalculator() {
  const t = useText();
  const [text, setText] = useState('');
  const cost = costOf(text);
  return (
    <Page title={t('tools.text.title')} lead={<Hint>{t('tools.text.lead')}</Hint>}>
      <Stack gap="md">
        <Textarea
          label={t('tools.text.input')}
          placeholder={t('tools.text.placeholder')}
          value={text}
          maxLength={LENGTH_MAX}
          onChange={(event) => setText(event.currentTarget.value)}
          autosize
          minRows={5}
          maxRows={16}
          size="md"
        />
        <Summary cost={cost} />
        {cost.encoding === 'UCS2' && <Costly text={text} cost={cost} onReplace={setText} />}
        {cost.parts.length > 0 && <Parts cost={cost} />}
      </Stack>
    </Page>
  );
}

function Summary({ cost: { parts, left, length, encoding } }: { readonly cost: TextCost }) {
  const t = useText();
  const { number } = useFormat();
  return (
    <Text role="status" size="lg">
      <b>{t('tools.text.parts', { count: parts.length, shown: number(parts.length) })}</b>
      {' · '}
      {t('tools.text.length', { count: length, shown: number(length) })}
      {' · '}
      {t('tools.text.left', { count: left, shown: number(left) })}
      {' · '}
      {encoding === 'GSM7' ? 'GSM-7' : 'UCS-2'}
    </Text>
  );
}

type CostlyProps = { readonly text: string; readonly cost: TextCost; readonly onReplace: (text: string) => void };

/** Characters that shorten the parts. Cyrillic letters are grouped into one line. */
function Costly({ text, cost: { foreign, parts }, onReplace }: CostlyProps) {
  const t = useText();
  const { number } = useFormat();
  const signs = foreign.filter(({ isCyrillic }) => !isCyrillic);
  const hasCyrillic = signs.length < foreign.length;
  const saved = (next: string) =>
    t('tools.text.saved', { before: number(parts.length), after: number(countParts(next)) });
  const replaced = replaceForeign(text);
  const latin = transliterate(text);
  return (
    <Section title={t('tools.text.costly')}>
      <Hint>{t(hasCyrillic ? 'tools.text.whyCyrillic' : 'tools.text.why')}</Hint>
      {signs.length > 0 && !hasCyrillic && <Signs signs={signs} text={text} onReplace={onReplace} />}
      <Group mt="sm" gap="xs">
        {replaced !== text && !hasCyrillic && (
          <Button variant="light" onClick={() => onReplace(replaced)}>
            {t('tools.text.replaceAll')} ({saved(replaced)})
          </Button>
        )}
        {hasCyrillic && (
          <Button variant="light" onClick={() => onReplace(latin)}>
            {t('tools.text.transliterate')} ({saved(latin)})
          </Button>
        )}
      </Group>
    </Section>
  );
}

type SignsProps = {
  readonly signs: TextCost['foreign'];
  readonly text: string;
  readonly onReplace: (text: string) => void;
};

function Signs({ signs, text, onReplace }: SignsProps) {
  const t = useText();
  const { number } = useFormat();
  return (
    <Table aria-label={t('tools.text.costly')} mt="sm">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('tools.text.sign')}</Table.Th>
          <Table.Th ta="right">{t('tools.text.times')}</Table.Th>
          <Table.Th>{t('tools.text.instead')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {signs.map(({ character, count, replacement }) => (
          <Table.Tr key={character}>
            <Table.Td>
              <span className={classes['foreign']}>{character.trim() === '' ? '␣' : character}</span>{' '}
              {codeOf(character)}
            </Table.Td>
            <Table.Td ta="right">{number(count)}</Table.Td>
            <Table.Td>
              {replacement === undefined ? (
                <Text size="sm" c="dimmed">
                  {t('tools.text.noReplacement')}
                </Text>
              ) : (
                <Button size="compact-sm" variant="default" onClick={() => onReplace(replaceForeign(text, character))}>
                  {replacement.trim() === ''
                    ? t(replacement === '' ? 'tools.text.remove' : 'tools.text.withSpace')
                    : t('tools.text.replaceWith', { replacement })}
                </Button>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function codeOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

function Parts({ cost: { parts, encoding } }: { readonly cost: TextCost }) {
  const t = useText();
  const { number } = useFormat();
  return (
    <Section title={t('tools.text.preview')}>
      <Stack gap="xs">
        {parts.map((part, at) => (
          // Parts have no id but their position.
          <div key={at} className={classes['part']}>
            <Text size="xs" c="dimmed">
              {t('tools.text.part', { place: number(at + 1), of: number(parts.length), length: number(part.length) })}
            </Text>
            <div className={classes['text']}>
              <Pieces part={part} isMarked={encoding === 'GSM7' || isMostlyPlain(part)} />
            </div>
          </div>
        ))}
      </Stack>
    </Section>
  );
}

/** In a mostly Cyrillic text marks would cover almost every letter. */
function isMostlyPlain({ pieces }: TextPart): boolean {
  const of = (isForeign: boolean) =>
    pieces.reduce((sum, { kind, text }) => sum + ((kind === 'foreign') === isForeign ? text.length : 0), 0);
  return of(true) <= of(false);
}

function Pieces({ part, isMarked }: { readonly part: TextPart; readonly isMarked: boolean }) {
  return part.pieces.map(({ kind, text }, at) =>
    kind === 'plain' || !isMarked ? (
      <span key={at}>{text}</span>
    ) : (
      <mark key={at} className={classes[kind]}>
        {text}
      </mark>
    ),
  );
}
