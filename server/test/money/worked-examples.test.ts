// Runs the examples of docs/pricing/worked-examples.md and compares every number with the page.
import { readFileSync } from 'node:fs';
import { microsFromDecimal } from '@volley/domain/money/money.ts';
import type { PricingModel } from '@volley/domain/money/tariff.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { explainPrice } from '../../src/features/ledger/explain-price.ts';
import { auditMoney } from '../../src/features/settlement/audit/audit.ts';
import { type Api, givenApi } from '../given/api.ts';
import { Books, givenPartner, givenTariff, type Steps } from './books.ts';

const PAGE = readFileSync(new URL('../../../docs/pricing/worked-examples.md', import.meta.url), 'utf8');
const MODELS = ['FIXED', 'SCALED', 'MAU'] as const satisfies readonly PricingModel[];

type Row = Readonly<Record<string, string>>;

/** The tables of a section, each as rows by column. */
function tablesOf(section: string): Row[][] {
  return (section.match(/(?:^\|.*\n)+/gm) ?? []).map((table) => {
    const [head = [], , ...rows] = table
      .trim()
      .split('\n')
      .map((line) =>
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      );
    return rows.map((cells) => Object.fromEntries(head.map((name, at) => [name, cells[at] ?? ''])));
  });
}

function sectionOf(model: PricingModel): string {
  const section = PAGE.split(/^## /m).find((part) => part.startsWith(`${model}\n`));
  if (section === undefined) throw new Error(`the page has no section ${model}`);
  return section;
}

function micros(text: string | undefined): bigint {
  const amount = microsFromDecimal(Number(text));
  if (amount === undefined) throw new Error(`worked-examples.md: "${text}" is not an amount`);
  return amount;
}

const sumOf = (section: string, name: string) =>
  micros(new RegExp(`${name}: ([\\d.]+?)\\.?(?:\\s|$)`).exec(section)?.[1]);

let api: Api;
let partnerId: number;
beforeAll(async () => {
  api = await givenApi();
  partnerId = await givenPartner(api.platform);
});
afterAll(() => api.close());

describe('the worked example of', () => {
  test.each(MODELS)('%s gives the numbers of the page', async (model) => {
    const section = sectionOf(model);
    const [steps = [], examples = []] = tablesOf(section);
    expect(examples.length).toBeGreaterThan(3);
    const stepOf = (row: Row): Steps[number] => [
      Number(row['from']),
      Number(micros(row['price'])),
      model === 'MAU' ? Number(micros(row['priceMauBatch'])) : 0,
    ];
    const id = await givenTariff(api.platform, model, steps.map(stepOf));
    const books = await Books.open(api.platform, partnerId, null);
    const recipients = examples.map((row) => ({
      destination: 79_000_000_000 + (row['recipient'] ?? '').charCodeAt(0),
      parts: Number(row['parts']),
    }));
    const dispatch = await books.start({ id, model, partMicros: Number(micros(steps[0]?.['price'])) }, recipients);
    const ids = dispatch?.messages ?? [];
    expect(await books.month()).toEqual({ reserved: sumOf(section, 'Reserved at start'), spent: 0n });
    for (const [at, row] of examples.entries())
      if (row['taken'] === 'yes') await books.handOver(ids.slice(at, at + 1));
      else await books.fail(ids.slice(at, at + 1));
    await books.end(ids, true);
    const actor = { kind: 'partner', partnerId, currency: 'RUB' } as const;
    for (const [at, row] of examples.entries()) {
      const trail = await explainPrice(api.platform, actor, ids[at] ?? '');
      expect({
        message: at + 1,
        before: trail.volumeBefore,
        price: trail.settledMicros,
        package: trail.packages.reduce((sum, { priceMicros }) => sum + priceMicros, 0n),
      }).toEqual({
        message: Number(row['message']),
        before: row['count before'] === '–' ? null : Number(row['count before']),
        price: micros(row['price']),
        package: micros(row['package']),
      });
    }
    const spent = sumOf(section, 'Spent in the end');
    expect(await books.month()).toEqual({ reserved: 0n, spent });
    expect(sumOf(section, 'Reserved at start') - spent).toBe(sumOf(section, 'Released'));
    expect(await auditMoney(api.platform)).toEqual([]);
  });
});
