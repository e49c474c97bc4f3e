import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useFormat } from '../../../kit/format.ts';
import { Notice } from '../../../kit/notice.tsx';
import { Section } from '../../../kit/section.tsx';
import { BarTable } from '../../../kit/table/bar-table.tsx';
import { useText } from '../../../kit/text.tsx';
import { countsParts } from '../draft-text.ts';
import type { Measured } from '../file/text-measure.ts';
import { PARTS_MAX } from '../file/text-measure.ts';
import { partsWords } from '../parts-words.ts';
import { showRow } from '../row-preview.tsx';
import type { StepProps } from '../step-props.ts';

/** Messages by number of parts after substitution. */
export function PartsSpread({ draft, text: { measured, shown } }: StepProps) {
  const t = useText();
  const { number } = useFormat();
  if (!countsParts(draft) || draft.text === '') return null;
  return (
    <Section title={t('newDispatch.spread')}>
      {shown === undefined ? (
        <Skeleton height={120} />
      ) : (
        <Stack gap="sm" aria-busy={measured === undefined}>
          <Group justify="space-between">
            <Text size="sm">{partsWords(t, shown)}</Text>
            <Button size="compact-sm" variant="default" onClick={() => showRow(shown.longestRow)}>
              {t('newDispatch.spread.longest', { row: number(shown.longestRow) })}
            </Button>
          </Group>
          <BarTable
            label={t('newDispatch.spread')}
            heads={[t('newDispatch.spread.parts'), t('newDispatch.spread.messages')]}
            bars={shown.histogram.flatMap((value, at) =>
              value === 0
                ? []
                : [
                    {
                      key: String(at + 1),
                      label: at >= PARTS_MAX ? t('newDispatch.spread.over', { max: PARTS_MAX }) : number(at + 1),
                      value,
                      tone: at >= PARTS_MAX ? ('bad' as const) : ('info' as const),
                    },
                  ],
            )}
          />
          <Notices measured={shown} />
        </Stack>
      )}
    </Section>
  );
}

function Notices({ measured }: { readonly measured: Measured }) {
  const t = useText();
  const { number } = useFormat();
  const { tooLong, blank, empty, customTexts } = measured;
  return (
    <>
      {tooLong.count > 0 && (
        <Notice tone="bad" title={t('newDispatch.spread.tooLong', { count: tooLong.count, max: PARTS_MAX })}>
          <Button size="compact-sm" variant="default" onClick={() => showRow(tooLong.firstRow)}>
            {t('newDispatch.spread.showRow', { row: number(tooLong.firstRow) })}
          </Button>
        </Notice>
      )}
      {blank.count > 0 && (
        <Notice tone="bad" title={t('newDispatch.spread.blank', { count: blank.count })}>
          <Button size="compact-sm" variant="default" onClick={() => showRow(blank.firstRow)}>
            {t('newDispatch.spread.showRow', { row: number(blank.firstRow) })}
          </Button>
        </Notice>
      )}
      {Object.entries(empty).map(([token, count]) => (
        <Text key={token} size="sm" c="dimmed">
          {t('newDispatch.spread.empty', { token: `{${token}}`, count })}
        </Text>
      ))}
      {customTexts > 0 && (
        <Text size="sm" c="dimmed">
          {t('newDispatch.spread.custom', { count: customTexts })}
        </Text>
      )}
    </>
  );
}
