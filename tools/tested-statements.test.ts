import { describe, expect, test } from 'vitest';
import { idsOf, testedStatements } from './tested-statements.ts';

describe('a title', () => {
  test.each([
    ['is refused [company.create.name.required]', ['company.create.name.required']],
    ['two at once [a.b c-d.E_1]', ['a.b', 'c-d.E_1']],
    ['brackets [a.b] in the middle', []],
    ['one word is no id [ids]', []],
    ['hours [0, 23]', []],
    ['mixed [a.b ids]', []],
  ])('%j names %j', (title, ids) => {
    expect(idsOf(title)).toEqual(ids);
  });
});

describe('a test file', () => {
  test.each([
    ['a test', "test('x [a.b]', () => {});", ['a.b']],
    ['it, with options', "it('x [a.b]', { timeout: 5 }, () => {});", ['a.b']],
    ['a template', 'test(`x ${1} [a.b]`, () => {});', ['a.b']],
    ['a test in a group', "describe('y', () => { test('x [a.b]', () => {}); });", ['a.b']],
    ['a group with a test', "describe('y [a.b]', () => { test('x', () => {}); });", ['a.b']],
    ['a test in a loop', "for (const n of [1]) { test('x [a.b]', () => {}); }", ['a.b']],
    ['the same id twice', "test('x [a.b]', () => {}); test('y [a.b]', () => {});", ['a.b']],
    ['rows of values', "test.each([['x [a.b]', 1], ['y [c.d]', 2]] as const)('%s', () => {});", ['a.b', 'c.d']],
    ['rows that are texts', "test.each(['x [a.b]'])('%s', () => {});", ['a.b']],
    ['rows that are objects', "test.each([{ name: 'x [a.b]', at: 1 }])('$name', () => {});", ['a.b']],
    ['a named table', "const t = [['x [a.b]']] as const;\ntest.each(t)('%s', () => {});", ['a.b']],
    ['groups by a table', "describe.each([['x [a.b]']])('%s', () => { test('y', () => {}); });", ['a.b']],
  ])('%s counts', (_form, source, ids) => {
    expect(testedStatements(source)).toEqual(ids);
  });

  test.each([
    ['a skipped test', "test.skip('x [a.b]', () => {});"],
    ['a planned test', "test.todo('x [a.b]');"],
    ['a test without a body', "test('x [a.b]');"],
    ['a test skipped on a condition', "test.skipIf(true)('x [a.b]', () => {});"],
    ['a test skipped by options', "test('x [a.b]', { skip: true }, () => {});"],
    ['a test that must fail', "test.fails('x [a.b]', () => {});"],
    ['a skipped group', "describe.skip('y', () => { test('x [a.b]', () => {}); });"],
    ['skipped rows', "test.skip.each([['x [a.b]']])('%s', () => {});"],
    ['a group without a test', "describe('y [a.b]', () => {});"],
    ['rows the title does not take', "test.each([['x [a.b]']])('y', () => {});"],
    ['texts deep inside a row', "test.each([[1, { x: { y: 'x [a.b]' } }]])('%s', () => {});"],
    ['any other text', "const x = 'x [a.b]'; call('x [a.b]', () => {});"],
    ['a comment', "// test('x [a.b]', () => {});"],
  ])('%s does not count', (_form, source) => {
    expect(testedStatements(source)).toEqual([]);
  });
});
