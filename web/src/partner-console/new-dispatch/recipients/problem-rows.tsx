import { Button, Group, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useFormat } from '../../../kit/format.ts';
import { type Column, RecordTable } from '../../../kit/table/record-table.tsx';
import { useText } from '../../../kit/text.tsx';
import { columnLetter } from '../file/columns.ts';
import { PROBLEMS_SHOWN, type RowProblem, type ScanResult } from '../file/row-scan.ts';
import type { StepProps } from '../step-props.ts';
import classes from './row-report.module.css';

type Props = Pick<StepProps, 'draft' | 'change'> & { readonly scan: ScanResult };

/** Rows with errors: row, column, value, advice, and a field for the correction. */
export function ProblemRows({ draft, change, scan }: Props) {
  const t = useText();
  const { number } = useFormat();
  const [values, setValues] = useState<ReadonlyMap<number, string>>(new Map());
  const mend = () => {
    const mended = scan.problems.flatMap(({ row, column }) => {
      const value = values.get(row);
      return value === undefined || value.trim() === '' ? [] : [[row, column, value] as const];
    });
    const others = draft.edits.filter(([row, column]) => !mended.some(([r, c]) => r === row && c === column));
    setValues(new Map());
    change({ edits: [...others, ...mended], goodOnly: false });
  };
  const columns: Column<RowProblem>[] = [
    { key: 'row', head: t('newDispatch.problem.row'), cell: ({ row }) => number(row), align: 'right', width: 80 },
    {
      key: 'cell',
      head: t('newDispatch.problem.value'),
      cell: ({ column, row, value }) => (
        <Text size="sm" ff="monospace" style={{ whiteSpace: 'nowrap' }}>
          <Text span c="dimmed" size="xs">{`${columnLetter(column)}${row} `}</Text>
          {value.trim() === '' ? t('newDispatch.problem.nothing') : value}
        </Text>
      ),
    },
    {
      key: 'why',
      head: t('newDispatch.problem.fix'),
      cell: ({ kind }) => <div className={classes['why']}>{t(`newDispatch.problem.${kind}`)}</div>,
    },
    {
      key: 'mend',
      head: t('newDispatch.problem.mend'),
      cell: ({ row }) => (
        <TextInput
          aria-label={t('newDispatch.problem.mendRow', { row })}
          miw={160}
          value={values.get(row) ?? ''}
          onChange={(event) => setValues(new Map(values).set(row, event.currentTarget.value))}
          onKeyDown={(event) => event.key === 'Enter' && mend()}
        />
      ),
    },
  ];
  const mayMend = scan.bad <= PROBLEMS_SHOWN;
  return (
    <div>
      <RecordTable
        label={t('newDispatch.problem.table')}
        columns={mayMend ? columns : columns.slice(0, 3)}
        rows={scan.problems}
        rowKey={({ row }) => row}
        empty={null}
      />
      <Group mt="xs" justify="space-between">
        {mayMend ? (
          <Button variant="light" disabled={![...values.values()].some((value) => value.trim() !== '')} onClick={mend}>
            {t('newDispatch.problem.apply')}
          </Button>
        ) : (
          <Text size="sm" c="dimmed">
            {t('newDispatch.problem.first', { shown: scan.problems.length, count: scan.bad })}
          </Text>
        )}
      </Group>
    </div>
  );
}
