// JSON blocks that no command of their page sends: each is a body of the endpoint that the paragraph before it names,
// or has a shape of its own. A member that the contract does not declare fails, because a misspelled one would be
// ignored.
import { ErrorBody } from '@volley/contract/errors.ts';
import { type TSchema, Type } from 'typebox';
import { expect, test } from 'vitest';
import { compileTidy } from '../../src/surfaces/http/body/tidy-body.ts';
import { compileCheck } from '../../src/surfaces/http/body/validation.ts';
import { ENDPOINTS, fullPath } from '../given/contract-check.ts';
import { type Block, nameOf, readBlocks } from './documents.ts';
import { byPage } from './ways.ts';

const NAMED = /`(GET|POST|PUT|DELETE) (\/[^\s`?]*)/g;
/** Pages whose blocks show some members of a body. */
const PARTS = ['docs/guides/partner-api.md'];
const SHAPES: Readonly<Record<string, TSchema>> = { 'docs/guides/errors.md': ErrorBody };

function shapeOf({ page, intro }: Block): TSchema | undefined {
  const [, method, path] = [...intro.matchAll(NAMED)].at(-1) ?? [];
  const named = ENDPOINTS.find((shape) => shape.method === method && fullPath(shape) === path)?.body;
  if (named !== undefined && PARTS.includes(page)) return Type.Partial(named);
  return named ?? SHAPES[page];
}

async function problemsOf(schema: TSchema, text: string): Promise<string[]> {
  const value: unknown = JSON.parse(text);
  const { found } = compileCheck(schema)(value);
  const unknown = await compileTidy(schema, { dropsNulls: false })(value);
  return [
    ...found.faults.map(({ field, reason }) => `${field} ${reason}`),
    ...unknown.map((name) => `${name} is unknown`),
  ];
}

const checked = byPage(readBlocks(), ['checked']).flatMap(([, blocks]) => blocks);

test.each(checked.map((block) => [nameOf(block), block] as const))('%s fits the contract', async (_name, block) => {
  const schema = shapeOf(block);
  if (schema === undefined) throw new Error('the paragraph before the block names no endpoint with a body');
  expect(await problemsOf(schema, block.text)).toEqual([]);
});

test('a missing, wrong or misspelled member is found', async () => {
  expect(checked.length).toBeGreaterThan(6);
  const block = checked.find(({ intro }) => intro.includes('PUT /admin/v1/exchange-rates'));
  const schema = block && shapeOf(block);
  if (block === undefined || schema === undefined) throw new Error('no page shows a rate of exchange');
  const spoil = (from: string, to: string) => problemsOf(schema, block.text.replace(from, to));
  expect(await spoil('"currency"', '"curency"')).toEqual([expect.stringContaining('currency'), 'curency is unknown']);
  expect(await spoil('92.5', '"92.5"')).toEqual([expect.stringContaining('rate')]);
  await expect(spoil('}', '')).rejects.toThrow('JSON');
});
