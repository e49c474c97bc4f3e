import type { Download } from '../http/mount-endpoint.ts';
import { type CsvLanguage, csvStream } from '../presentation/csv-lines.ts';

type Row = readonly (string | number | null)[];

/** A CSV file of a list in memory. */
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
