import { describe, expect, test } from 'vitest';
import { covers } from './covers.ts';
import { testedStatements } from './tested-statements.ts';

const RUNNING: readonly [string, string][] = [
  ['a test', "test('x', () => {});"],
  ['it with options', "it('x', { timeout: 5 }, () => {});"],
  ['a test with a template as its title', 'test(`x ${1}`, () => {});'],
  ['a concurrent test', "test.concurrent('x', () => {});"],
  ['a table of tests', "test.each([['x', 1]] as const)('%s', () => {});"],
  ['a group with a test', "describe('y', () => { test('x', () => {}); });"],
  ['a group with a test in a loop', "describe('y', () => { for (const n of [1]) { test('x', () => {}); } });"],
  ['a group with a skipped test and a running one', "describe('y', () => { it.skip('x', f); it('z', () => {}); });"],
  ['a table of groups', "describe.each([['x']])('%s', () => { test('y', () => {}); });"],
];

const NOT_RUNNING: readonly [string, string][] = [
  ['a skipped test', "test.skip('x', () => {});"],
  ['a planned test', "test.todo('x');"],
  ['a test without a body', "test('x');"],
  ['a test skipped on a condition', "test.skipIf(true)('x', () => {});"],
  ['a test skipped by its options', "test('x', { skip: true }, () => {});"],
  ['a test that must fail', "test.fails('x', () => {});"],
  ['a skipped table', "test.skip.each([['x']])('%s', () => {});"],
  ['a skipped group', "describe.skip('y', () => { test('x', () => {}); });"],
  ['a group without a test', "describe('y', () => {});"],
  ['a group whose only test is skipped', "describe('y', () => { test.skip('x', () => {}); });"],
  ['a call of another function', "call('x', () => {});"],
  ['a declaration', "const x = test('x', () => {});"],
  ['a second covers call', "covers('c.d'); test('x', () => {});"],
  ['the end of the file', ''],
];

describe('testedStatements', () => {
  test.each(RUNNING)('counts the ids of a covers call before %s', (_form, statement) => {
    expect(testedStatements(`covers('a.b', 'c.d');\n${statement}`, 'x.test.ts')).toEqual(['a.b', 'c.d']);
  });

  test.each(NOT_RUNNING)('refuses a covers call before %s', (_form, statement) => {
    expect(() => testedStatements(`covers('a.b');\n${statement}`, 'x.test.ts')).toThrow('x.test.ts:1: covers()');
  });

  test.each([
    ['inside a group', "describe('y', () => { covers('a.b'); test('x', () => {}); });"],
    ['inside a loop', "for (const n of [1]) { covers('a.b'); test('x', () => {}); }"],
    ['with a comment between the call and the test', "covers('a.b');\n// why\ntest('x', () => {});"],
    ['twice with the same id', "covers('a.b'); test('x', () => {}); covers('a.b'); test('y', () => {});"],
  ])('counts the ids of a covers call %s', (_place, source) => {
    expect(testedStatements(source, 'x.test.ts')).toEqual(['a.b']);
  });

  test.each([
    ['inside a skipped group', "describe.skip('y', () => { covers('a.b'); test('x', () => {}); });"],
    ['inside a test', "test('x', () => { covers('a.b'); });"],
    ['as the body of a loop', "for (const n of [1]) covers('a.b'); test('x', () => {});"],
    ['after the test', "test('x', () => {}); covers('a.b');"],
    ['as a part of an expression', "const x = covers('a.b'); test('x', () => {});"],
    ['without an id', "covers(); test('x', () => {});"],
    ['with a computed id', 'covers(`a.${b}`); test("x", () => {});'],
    ['with a spread of ids', 'covers(...ids); test("x", () => {});'],
  ])('refuses a covers call %s', (_place, source) => {
    expect(() => testedStatements(source, 'x.test.ts')).toThrow('x.test.ts:1: covers()');
  });

  test('names the line of a misplaced covers call, also after letters of several bytes', () => {
    const source = "// Привет\ncovers('a.b');\ntest('x', () => {});\n\ncovers('c.d');\n";
    expect(() => testedStatements(source, 'x.test.ts')).toThrow('x.test.ts:5: covers()');
  });

  test.each([
    ['brackets in a title', "test('x [a.b]', () => {});"],
    ['a comment', "// covers('a.b');\ntest('x', () => {});"],
    ['a method named covers', "plan.covers('a.b'); test('x', () => {});"],
  ])('ignores %s', (_form, source) => {
    expect(testedStatements(source, 'x.test.ts')).toEqual([]);
  });
});

describe('covers', () => {
  test('accepts ids of statements in conformance/*.json', () => {
    expect(() => covers('general.json-bodies', 'messaging.general.json-bodies')).not.toThrow();
  });

  test('refuses an id that conformance/*.json does not have and names it', () => {
    expect(() => covers('general.json-bodies', 'general.no-such-id')).toThrow('no statement general.no-such-id');
  });
});
