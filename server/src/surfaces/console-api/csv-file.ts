import { type CsvLanguage, csvStream } from '../csv-lines.ts';
import type { Download } from '../mount-endpoint.ts';

type Row = readonly (string | number | null)[];

/** A list that was read as a whole. */
export function csvFile(
  filename: string,
  header: readonly string[],
  rows: readonly Row[],
  language: CsvLanguage = 'ru',
): Download {
  return { filename, mediaType: 'text/csv; charset=utf-8', bytes: csvStream(header, once(rows), language) };
}

async function* once(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows;
}
