export const FILE_PROBLEMS = ['workbook', 'empty', 'binary', 'quote', 'line', 'size', 'columns'] as const;

/** The file cannot be read as a whole, so its rows are not reported. */
export class FileProblem extends Error {
  override readonly name = 'FileProblem';
  readonly kind: (typeof FILE_PROBLEMS)[number];
  /** Row number as in a spreadsheet; 0: not related to one row. */
  readonly row: number;

  constructor(kind: FileProblem['kind'], row = 0) {
    super(kind);
    this.kind = kind;
    this.row = row;
  }
}

export const FILE_BYTES_MAX = 2 * 1024 ** 3;
export const COLUMNS_MAX = 100;
export const ROWS_MAX = 10_000_000;
