import { Button, Checkbox, Group, Stack, Switch, Text } from '@mantine/core';
import { PHONE_PROBLEMS } from '@volley/domain/numbers/written-phone.ts';
import { useState } from 'react';
import { useFormat } from '../../../kit/format.ts';
import { Notice } from '../../../kit/notice.tsx';
import { Section } from '../../../kit/section.tsx';
import { saveFile } from '../../../kit/table/csv.ts';
import { useText } from '../../../kit/text.tsx';
import type { ScanResult } from '../file/row-scan.ts';
import type { StepProps } from '../step-props.ts';
import { ProblemRows } from './problem-rows.tsx';
import classes from './row-report.module.css';

type Props = StepProps & { readonly scan: ScanResult };

const KINDS = [...PHONE_PROBLEMS, 'value-long', 'text-long'] as const;

/** Counts of valid rows and the details of rows with errors. */
export function RowReport(props: Props) {
  const t = useText();
  const { draft, change, scan } = props;
  return (
    <Section title={t('newDispatch.rows')}>
      <Stack gap="md">
        <Counts scan={scan} />
        {(scan.addedSeven > 0 || !draft.addSeven) && (
          <Switch
            label={t('newDispatch.addSeven', { count: scan.addedSeven })}
            checked={draft.addSeven}
            onChange={(event) => change({ addSeven: event.currentTarget.checked })}
          />
        )}
        {scan.duplicates > 0 && (
          <Switch
            label={t('newDispatch.keepDuplicates', { count: scan.duplicates })}
            checked={draft.keepDuplicates}
            onChange={(event) => change({ keepDuplicates: event.currentTarget.checked, checked: false })}
          />
        )}
        {scan.good === 0 && <Notice tone="bad" title={t('newDispatch.rows.none')} />}
        {scan.bad > 0 && <BadRows {...props} />}
      </Stack>
    </Section>
  );
}

function Counts({ scan }: { readonly scan: ScanResult }) {
  const t = useText();
  const { number } = useFormat();
  const shown = [
    ['good', scan.good],
    ['bad', scan.bad],
    ['duplicates', scan.duplicates],
    ['customTexts', scan.customTexts],
    ['blank', scan.blank],
  ] as const;
  return (
    <dl className={classes['counts']} aria-live="polite">
      {shown
        .filter(([name, count]) => count > 0 || name === 'good' || name === 'bad')
        .map(([name, count]) => (
          <div key={name} className={classes['count']} data-kind={name}>
            <dt>{t(`newDispatch.count.${name}`)}</dt>
            <dd>{number(count)}</dd>
          </div>
        ))}
    </dl>
  );
}

function BadRows({ draft, change, file, scan }: Props) {
  const t = useText();
  const [isSaving, setSaving] = useState(false);
  const download = async () => {
    setSaving(true);
    try {
      const reasons = Object.fromEntries(KINDS.map((kind) => [kind, t(`newDispatch.problem.${kind}`)]));
      saveFile(`bad-${draft.fileName}`, 'text/csv', [await file.client.ask('badRows', { reasons })]);
    } finally {
      setSaving(false);
    }
  };
  return (
    <>
      {(scan.kinds.scientific ?? 0) > 0 && (
        <Notice tone="warn" title={t('newDispatch.scientific', { count: scan.kinds.scientific ?? 0 })}>
          {t('newDispatch.scientific.advice')}
        </Notice>
      )}
      <ProblemRows draft={draft} change={change} scan={scan} />
      <Group justify="space-between">
        <Checkbox
          label={
            <Text size="sm" fw={550}>
              {t('newDispatch.goodOnly', { good: scan.good, bad: scan.bad })}
            </Text>
          }
          checked={draft.goodOnly}
          disabled={scan.good === 0}
          onChange={(event) => change({ goodOnly: event.currentTarget.checked })}
        />
        <Button variant="default" loading={isSaving} onClick={() => void download()}>
          {t('newDispatch.badRows', { count: scan.bad })}
        </Button>
      </Group>
    </>
  );
}
