// A table with its four states: loading (a skeleton of the same size), empty, failed with a retry, and rows.
import { Box, Skeleton, VisuallyHidden } from '@mantine/core';
import { memo, type ReactNode } from 'react';
import { ErrorPanel } from '../error-panel.tsx';
import { useText } from '../text.tsx';
import classes from './record-table.module.css';

export type Column<Row> = {
  readonly key: string;
  readonly head: ReactNode;
  readonly cell: (row: Row) => ReactNode;
  readonly align?: 'left' | 'right' | 'center';
  readonly width?: number | string;
  /** Hidden on narrow screens. */
  readonly wideOnly?: boolean;
};

type Props<Row> = {
  /** The content of the table, for screen readers. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[] | undefined;
  readonly rowKey: (row: Row) => string | number;
  readonly empty: ReactNode;
  readonly error?: unknown;
  readonly onRetry?: () => void;
  readonly skeletonRows?: number;
  readonly isSelected?: (row: Row) => boolean;
};

/** Plain cells: a live table renders hundreds of them every second. */
export function RecordTable<Row>(props: Props<Row>) {
  const { label, columns, rows, empty, error, onRetry } = props;
  if (rows === undefined && error !== undefined && error !== null)
    return (
      <Box p="md">
        <ErrorPanel error={error} {...(onRetry !== undefined && { onRetry })} />
      </Box>
    );
  if (rows?.length === 0) return empty;
  return (
    <div className={classes['scroll']} role="region" aria-label={label} tabIndex={0}>
      <table className={classes['table']} aria-label={label} aria-busy={rows === undefined}>
        <Heads columns={columns} />
        <tbody>{rows === undefined ? <Bones {...props} /> : <Rows {...props} rows={rows} />}</tbody>
      </table>
    </div>
  );
}

type Head = Omit<Column<unknown>, 'cell'>;

const Heads = memo(function Heads({ columns }: { readonly columns: readonly Head[] }) {
  return (
    <thead>
      <tr>
        {columns.map(({ key, head, align = 'left', width, wideOnly }) => (
          <th key={key} style={{ textAlign: align, width }} className={shownFrom(wideOnly)}>
            {head === '' ? <VisuallyHidden>{key}</VisuallyHidden> : head}
          </th>
        ))}
      </tr>
    </thead>
  );
});

/** The library's class for columns hidden on narrow screens. */
const shownFrom = (wideOnly: boolean | undefined) => (wideOnly === true ? 'mantine-visible-from-sm' : undefined);

function Rows<Row>({ columns, rows, rowKey, isSelected }: Props<Row> & { readonly rows: readonly Row[] }) {
  return rows.map((row) => <KeptRow key={rowKey(row)} columns={columns} row={row} isSelected={isSelected?.(row)} />);
}

type RowProps<Row> = Pick<Props<Row>, 'columns'> & { readonly row: Row; readonly isSelected: boolean | undefined };

function OneRow<Row>({ columns, row, isSelected }: RowProps<Row>) {
  return (
    <tr data-selected={isSelected}>
      {columns.map(({ key, cell, align = 'left', wideOnly }) => (
        <td key={key} style={{ textAlign: align }} className={shownFrom(wideOnly)}>
          {cell(row)}
        </td>
      ))}
    </tr>
  );
}

/** In a live table only changed rows render. */
const KeptRow = memo(OneRow) as typeof OneRow; // memo loses the row's type parameter

function Bones<Row>({ columns, skeletonRows = 8 }: Props<Row>) {
  const t = useText();
  return Array.from({ length: skeletonRows }, (_, at) => (
    // The skeleton rows are identical and keep their order.
    <tr key={at}>
      {columns.map(({ key, wideOnly }, place) => (
        <td key={key} className={shownFrom(wideOnly)}>
          {at === 0 && place === 0 && <VisuallyHidden>{t('kit.loading')}</VisuallyHidden>}
          <Skeleton height={14} my={3} width={place === 0 ? '70%' : '50%'} />
        </td>
      ))}
    </tr>
  ));
}
