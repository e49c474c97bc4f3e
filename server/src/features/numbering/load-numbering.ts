// The numbering plan: ranges of the state register in a table, in memory for look-ups. Ported numbers take precedence.
import { readFileSync } from 'node:fs';
import { must } from '@volley/domain/must.ts';
import { BRANDS, type Brand, brandIdOf, brandOfId } from '@volley/domain/numbers/brand.ts';
import { buildNumberingPlan, type NumberingPlan } from '@volley/domain/numbers/numbering-plan.ts';
import { type Database, read, type Tx } from '../../platform/database/database.ts';
import { parseCsv } from '../../platform/files/csv.ts';
import { replaceNumberRanges, selectNumberRanges, selectPortedNumbers } from './numbering.sql.ts';

const FOLDER = new URL('../../../reference-data/numbering/', import.meta.url);
export const NUMBERING_FILES = ['ru-mobile-ranges.csv', 'operator-brand.csv'].map((name) => new URL(name, FOLDER));

/** Fills the tables from the reference files. */
export async function storeNumbering(tx: Tx): Promise<void> {
  const [ranges = [], operators = []] = NUMBERING_FILES.map((file) => parseCsv(readFileSync(file, 'utf8')));
  const byInn = new Map(operators.map((operator) => [operator['inn'], operator]));
  await replaceNumberRanges(
    tx,
    ranges.map((range) => {
      const operator = byInn.get(range['inn']);
      return {
        numberFrom: cell(range, 'from'),
        numberTo: cell(range, 'to'),
        brand: brandIdOf(asBrand(range['brand'])),
        hostBrand: brandIdOf(asBrand(operator?.['host_brand'])),
        kind: operator?.['kind'] ?? 'unknown',
        inn: cell(range, 'inn'),
        region: cell(range, 'region'),
        timezone: cell(range, 'timezone'),
      };
    }),
  );
}

const cell = (range: Readonly<Record<string, string>>, column: string): string =>
  must(range[column], `column ${column} of number range ${range['from']}`);

const asBrand = (text: string | undefined): Brand | undefined => BRANDS.find((brand) => brand === text);

export async function loadNumberingPlan(db: Database): Promise<NumberingPlan> {
  return read(db, async (tx) => {
    const ranges = await selectNumberRanges(tx);
    const ported = await selectPortedNumbers(tx);
    return buildNumberingPlan(
      ranges.map((row) => ({
        from: Number(row.number_from),
        to: Number(row.number_to),
        brand: brandOfId(row.brand),
        hostBrand: brandOfId(row.host_brand),
        kind: row.kind,
        inn: row.inn,
        region: row.region,
        timezone: row.timezone,
      })),
      ported.flatMap((row): [number, Brand][] => {
        const brand = brandOfId(row.brand);
        return brand === undefined ? [] : [[Number(row.destination), brand]];
      }),
    );
  });
}
