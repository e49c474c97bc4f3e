export const FILE_PROBLEMS = ['workbook', 'empty', 'binary', 'quote', 'line', 'size', 'columns'] as const;

/** The file as a whole cannot be read; nothing is said of its rows until it can. */
export class FileProblem extends Error {
  override readonly name = 'FileProblem';
  readonly kind: (typeof FILE_PROBLEMS)[number];
  /** As a spreadsheet counts; 0 where it is not one row's fault. */
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
