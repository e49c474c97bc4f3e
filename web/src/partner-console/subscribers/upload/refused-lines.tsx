import { Button, Stack, Text } from '@mantine/core';
import type { PhoneProblem } from '@volley/domain/numbers/written-phone.ts';
import { useFormat } from '../../../kit/format.ts';
import { Notice } from '../../../kit/notice.tsx';
import { csvText, saveFile } from '../../../kit/table/csv.ts';
import { type Text as Say, useText } from '../../../kit/text.tsx';
import { language } from '../../../texts/language.ts';
import type { RefusedLine } from './subscriber-file.ts';
import { ROW_FAULTS, type RowFault } from './subscriber-rows.ts';

type Line = Omit<RefusedLine, 'fault'> & { readonly fault: RowFault | 'refused' };

type Props = { readonly fileName: string; readonly count: number; readonly lines: readonly Line[] };

const SHOWN = 20;

/** Lines that are not sent, each with its reason. The first ones here; up to 10,000 in a file. */
export function RefusedLines({ fileName, count, lines }: Props) {
  const t = useText();
  const { number } = useFormat();
  if (count === 0) return null;
  const download = () => {
    const head = [t('subscribers.line'), t('subscribers.value'), t('subscribers.reason')];
    const rows = lines.map(({ line, value, fault }) => [line, value, faultText(t, fault)]);
    saveFile(`refused-${fileName}`, 'text/csv', [csvText(language(), [head, ...rows])]);
  };
  return (
    <Notice tone="warn" title={t('subscribers.refused', { count, shown: number(count) })}>
      <Stack gap={4} align="flex-start">
        {lines.slice(0, SHOWN).map(({ line, value, fault }) => (
          <Text key={line} size="sm" style={{ overflowWrap: 'anywhere' }}>
            {t('subscribers.refusedLine', {
              line: number(line),
              value: value === '' ? t('newDispatch.problem.nothing') : value,
              reason: faultText(t, fault),
            })}
          </Text>
        ))}
        {count > SHOWN && <Text size="sm">{t('subscribers.refusedMore', { shown: number(SHOWN) })}</Text>}
        <Button variant="default" size="compact-sm" mt={4} onClick={download}>
          {t('subscribers.refusedFile')}
        </Button>
      </Stack>
    </Notice>
  );
}

const OWN: readonly string[] = [...ROW_FAULTS, 'refused'];
const isOwn = (fault: Line['fault']): fault is Exclude<Line['fault'], PhoneProblem> => OWN.includes(fault);

/** Faults of numbers are worded as in files of recipients. */
function faultText(t: Say, fault: Line['fault']): string {
  return isOwn(fault) ? t(`subscribers.fault.${fault}`) : t(`newDispatch.problem.${fault}`);
}
