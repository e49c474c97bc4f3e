import { expect, test } from 'vitest';
import { type NamingTemplate, refusedCount, registryRows } from './registry-rows.ts';
import type { ListedTemplate } from './template-registry.ts';

const listed = (name: string, change: Partial<ListedTemplate> = {}): ListedTemplate => ({
  name,
  language: 'ru',
  status: 'APPROVED',
  category: 'UTILITY',
  reason: '',
  variables: 1,
  isNamed: false,
  hasOtherVariables: false,
  ...change,
});

const naming = (name: string, language = 'ru', state: NamingTemplate['state'] = null): NamingTemplate => ({
  templateType: 'SERVICE',
  pattern: 'Order %d',
  content: { template: { name, language } },
  state,
});

test('every listed template is a row by name and language, with the registered templates that name it', () => {
  const [first, second] = [naming('order'), naming('order')];
  const rows = registryRows([listed('sale'), listed('order'), listed('order', { language: 'en' })], [first, second]);
  expect(rows).toEqual([
    { name: 'order', language: 'en', category: 'UTILITY', status: 'APPROVED', reason: null, tied: [] },
    {
      name: 'order',
      language: 'ru',
      category: 'UTILITY',
      status: 'APPROVED',
      reason: null,
      tied: [
        { template: first, problem: null },
        { template: second, problem: null },
      ],
    },
    { name: 'sale', language: 'ru', category: 'UTILITY', status: 'APPROVED', reason: null, tied: [] },
  ]);
  expect(refusedCount(rows)).toBe(0);
});

test('a refused template shows the reason, and counts once for each registered template that names it', () => {
  const rows = registryRows(
    [listed('order', { status: 'REJECTED', reason: 'INVALID_FORMAT' }), listed('sale', { status: 'PAUSED' })],
    [naming('order'), naming('order')],
  );
  expect(rows[0]).toMatchObject({
    status: 'REJECTED',
    reason: 'INVALID_FORMAT',
    tied: [{ problem: 'order in ru is REJECTED: INVALID_FORMAT' }, {}],
  });
  expect(refusedCount(rows)).toBe(2);
});

test('a named template that is not listed is missing, with the languages that exist', () => {
  const rows = registryRows([listed('order', { language: 'en' })], [naming('order'), naming('gone')]);
  expect(rows.map(({ name, language, status, category }) => [name, language, status, category])).toEqual([
    ['gone', 'ru', 'MISSING', null],
    ['order', 'en', 'APPROVED', 'UTILITY'],
    ['order', 'ru', 'MISSING', null],
  ]);
  expect(rows[2]?.tied).toMatchObject([{ problem: 'order exists in en, but not in ru' }]);
  expect(refusedCount(rows)).toBe(2);
});

test('without a list the rows are the named templates in their last known states', () => {
  const state = { status: 'PAUSED', problem: 'order in ru is PAUSED' };
  const rows = registryRows(undefined, [
    naming('order', 'ru', state),
    naming('new'),
    { ...naming('x'), content: null },
  ]);
  expect(rows).toMatchObject([
    { name: 'new', status: null, tied: [{ problem: null }] },
    { name: 'order', status: 'PAUSED', tied: [{ problem: state.problem }] },
  ]);
  expect(refusedCount(rows)).toBe(1);
});

test('registered templates that name no template of the messenger are no rows', () => {
  expect(registryRows([], [{ ...naming('x'), content: {} }])).toEqual([]);
});
