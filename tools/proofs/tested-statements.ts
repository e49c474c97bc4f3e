// Finds the statements that a test file proves: the ids of every `covers('company.create.201', …);` statement that
// stands directly before a test, `test.each` or `describe` statement. The test must run: a `covers` call before
// a skipped or planned test, inside a skipped group or before a group without tests is an error, as is one in any
// other place.
import { parseSync } from '@swc/core';

const TESTS = new Set(['test', 'it']);
const NOT_RUN = new Set(['skip', 'todo', 'skipIf', 'runIf', 'fails']);

type Node = { readonly [member: string]: unknown };
type Found = { readonly ids: readonly string[]; readonly misplaced: readonly Node[] };

export function testedStatements(source: string, path: string): string[] {
  // The semicolon is the first statement of the parsed text: its span tells where the parser's offsets start.
  // The parser's own types are a union of two hundred; the functions below read a handful of members, each checked.
  const module = parseSync(`;${source}`, { syntax: 'typescript' }) as unknown as Node;
  const { ids, misplaced } = coveredIn(module['body'], true);
  const [first] = misplaced;
  if (first !== undefined) {
    const line = lineOf(source, startOf(first) - startOf(nodesOf(module['body'])[0]) - 1);
    throw new Error(`${path}:${line}: covers() takes string literals and stands directly before a test that runs`);
  }
  return [...new Set(ids)];
}

function coveredIn(value: unknown, runs: boolean): Found {
  if (Array.isArray(value)) return together(value.map((item, at) => coveredBy(item, value[at + 1], runs)));
  if (!isNode(value)) return together([]);
  if (isCallOf(value, 'covers')) return { ids: [], misplaced: [value] };
  const stillRuns = runs && testCall(value)?.runs !== false;
  return together(Object.values(value).map((member) => coveredIn(member, stillRuns)));
}

function coveredBy(item: unknown, next: unknown, runs: boolean): Found {
  const call = expressionOf(item);
  if (!isCallOf(call, 'covers')) return coveredIn(item, runs);
  const names = argumentsOf(call).map((argument) =>
    argument['type'] === 'StringLiteral' ? argument['value'] : undefined,
  );
  const ids = names.filter((name) => typeof name === 'string');
  const followed = runs && hasRunningTest(expressionOf(next));
  return followed && ids.length > 0 && ids.length === names.length
    ? { ids, misplaced: [] }
    : { ids: [], misplaced: [call] };
}

function together(found: readonly Found[]): Found {
  return { ids: found.flatMap(({ ids }) => ids), misplaced: found.flatMap(({ misplaced }) => misplaced) };
}

/** Whether the value is, or contains, a test that is neither skipped nor planned. */
function hasRunningTest(value: unknown): boolean {
  if (!isNode(value)) return false;
  const call = testCall(value);
  if (call === undefined) return false;
  return call.runs && (TESTS.has(call.kind) || containsRunningTest(value['arguments']));
}

function containsRunningTest(value: unknown): boolean {
  if (!isNode(value)) return false;
  return testCall(value) === undefined ? Object.values(value).some(containsRunningTest) : hasRunningTest(value);
}

/** A call of `test`, `it` or `describe` in any of its forms. */
function testCall(node: Node): { readonly kind: string; readonly runs: boolean } | undefined {
  if (node['type'] !== 'CallExpression') return undefined;
  const [kind, ...modifiers] = calleeNames(node['callee']);
  if (kind === undefined || !(TESTS.has(kind) || kind === 'describe')) return undefined;
  const [title, ...rest] = argumentsOf(node);
  if (title === undefined) return undefined;
  const runs = rest.length > 0 && !modifiers.some((name) => NOT_RUN.has(name)) && !rest.some(hasSkipOption);
  return { kind, runs };
}

/** `test.skip.each(table)` → test, skip, each. */
function calleeNames(callee: unknown): string[] {
  if (!isNode(callee)) return [];
  if (callee['type'] === 'Identifier') return [String(callee['value'])];
  if (callee['type'] === 'CallExpression') return calleeNames(callee['callee']);
  if (callee['type'] !== 'MemberExpression') return [];
  const property = callee['property'];
  return [...calleeNames(callee['object']), isNode(property) ? String(property['value']) : ''];
}

function hasSkipOption(node: Node): boolean {
  const keys = node['type'] === 'ObjectExpression' ? nodesOf(node['properties']).map(({ key }) => key) : [];
  return keys.some((key) => isNode(key) && NOT_RUN.has(String(key['value'])));
}

function isCallOf(value: unknown, name: string): value is Node {
  return isNode(value) && value['type'] === 'CallExpression' && calleeNames(value['callee']).join('.') === name;
}

/** The expression of an expression statement. */
function expressionOf(value: unknown): unknown {
  return isNode(value) && value['type'] === 'ExpressionStatement' ? value['expression'] : undefined;
}

function argumentsOf(call: Node): Node[] {
  return nodesOf(call['arguments'])
    .map(({ expression }) => expression)
    .filter(isNode);
}

/** Where a node starts: the parser counts bytes of UTF-8. */
function startOf(node: Node | undefined): number {
  const span = node?.['span'];
  if (!isNode(span) || typeof span['start'] !== 'number') throw new Error(`no span in ${JSON.stringify(node)}`);
  return span['start'];
}

function lineOf(source: string, byteOffset: number): number {
  return Buffer.from(source).subarray(0, byteOffset).toString().split('\n').length;
}

function nodesOf(value: unknown): Node[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null;
}
