// Which statements a test file proves. A test says so at the end of its title: `… [company.create.201]`, several
// ids with blanks between them. A title that takes values of a table (`%s`, `$name`) proves what stands in the same
// way at the end of the rows' texts, if the table is written in the same file. What is skipped, or planned only,
// or stands in a group without a test, proves nothing.
import { parseSync } from '@swc/core';

const IDS_AT_END = /\[([\w-]+(?:\.[\w-]+)+(?: [\w-]+(?:\.[\w-]+)+)*)\]$/;
const TAKES_VALUES = /%[sjof]|\$\w/;
const TESTS = new Set(['test', 'it']);
const LEFT_OUT = new Set(['skip', 'todo', 'skipIf', 'runIf', 'fails']);

type Node = { readonly [member: string]: unknown };

export function testedStatements(source: string): string[] {
  // The parser's own types are a union of two hundred; only a handful of members is read here, each with care.
  const module = parseSync(source, { syntax: 'typescript' }) as unknown as Node;
  return [...new Set(provedIn(module, tablesOf(module)).ids)];
}

export function idsOf(title: string): string[] {
  return IDS_AT_END.exec(title)?.[1]?.split(' ') ?? [];
}

type Proof = { readonly ids: string[]; readonly tests: number };

function provedIn(value: unknown, tables: ReadonlyMap<string, Node>): Proof {
  if (Array.isArray(value)) return together(value.map((item) => provedIn(item, tables)));
  if (!isNode(value)) return { ids: [], tests: 0 };
  const call = titledCall(value, tables);
  if (call === undefined) return together(Object.values(value).map((member) => provedIn(member, tables)));
  if (call.leftOut) return { ids: [], tests: 0 };
  if (TESTS.has(call.kind)) return { ids: call.ids, tests: 1 };
  const inside = provedIn(value['arguments'], tables);
  return inside.tests === 0 ? inside : { ...inside, ids: [...call.ids, ...inside.ids] };
}

function together(proofs: readonly Proof[]): Proof {
  return { ids: proofs.flatMap(({ ids }) => ids), tests: proofs.reduce((sum, { tests }) => sum + tests, 0) };
}

/** A call of test, it or describe that has a title, in any of its forms. */
function titledCall(node: Node, tables: ReadonlyMap<string, Node>) {
  if (node['type'] !== 'CallExpression') return undefined;
  const [first, ...rest] = argumentsOf(node);
  const title = textOf(first);
  const { names, table } = calleeOf(node['callee'], tables);
  const [kind, ...modifiers] = names;
  if (title === undefined || kind === undefined || !(TESTS.has(kind) || kind === 'describe')) return undefined;
  const rows = table !== undefined && TAKES_VALUES.test(title) ? rowTexts(table) : [];
  const leftOut = modifiers.some((name) => LEFT_OUT.has(name)) || rest.some(saysSkip) || rest.length === 0;
  return { kind, leftOut, ids: [title, ...rows].flatMap(idsOf) };
}

/** `test.skip.each(table)` → its names, outermost first, and the table. */
function calleeOf(
  callee: unknown,
  tables: ReadonlyMap<string, Node>,
): { readonly names: readonly string[]; readonly table?: Node | undefined } {
  if (!isNode(callee)) return { names: [] };
  if (callee['type'] === 'Identifier') return { names: [String(callee['value'])] };
  if (callee['type'] === 'MemberExpression') {
    const { names } = calleeOf(callee['object'], tables);
    const property = callee['property'];
    return { names: [...names, isNode(property) ? String(property['value']) : ''] };
  }
  if (callee['type'] !== 'CallExpression') return { names: [] };
  const { names } = calleeOf(callee['callee'], tables);
  const [given] = argumentsOf(callee);
  return { names, table: given && (tables.get(String(given['value'])) ?? bare(given)) };
}

/** The texts that stand directly in the rows of a table. */
function rowTexts(table: Node): string[] {
  return membersOf(table).flatMap((row) => {
    const whole = textOf(row);
    return whole === undefined ? membersOf(row).flatMap((cell) => textOf(cell) ?? []) : [whole];
  });
}

function membersOf(node: Node): Node[] {
  const list = node['type'] === 'ArrayExpression' ? node['elements'] : node['properties'];
  if (!Array.isArray(list)) return [];
  return list
    .map((item: unknown) => (isNode(item) ? (item['expression'] ?? item['value']) : undefined))
    .filter(isNode)
    .map(bare);
}

/** Arrays at the top of the file by their name. */
function tablesOf(module: Node): Map<string, Node> {
  const statements = Array.isArray(module['body']) ? module['body'].filter(isNode) : [];
  const declarations = statements.flatMap((statement) => {
    const list = statement['declarations'];
    return Array.isArray(list) ? list.filter(isNode) : [];
  });
  const tables = new Map<string, Node>();
  for (const { id, init } of declarations) {
    if (!isNode(id) || !isNode(init)) continue;
    const table = bare(init);
    if (table['type'] === 'ArrayExpression') tables.set(String(id['value']), table);
  }
  return tables;
}

/** Without `as const`, `satisfies` and parentheses. */
function bare(node: Node): Node {
  const inner = node['expression'];
  return isNode(inner) && /^(Ts|Parenthesis)/.test(String(node['type'])) ? bare(inner) : node;
}

function textOf(node: Node | undefined): string | undefined {
  if (node?.['type'] === 'StringLiteral') return String(node['value']);
  const quasis = node?.['type'] === 'TemplateLiteral' ? node['quasis'] : undefined;
  const last: unknown = Array.isArray(quasis) ? quasis.at(-1) : undefined;
  return isNode(last) ? String(last['cooked']) : undefined;
}

function saysSkip(node: Node): boolean {
  const properties = node['type'] === 'ObjectExpression' ? node['properties'] : [];
  const keys = Array.isArray(properties) ? properties.filter(isNode).map(({ key }) => key) : [];
  return keys.some((key) => isNode(key) && LEFT_OUT.has(String(key['value'])));
}

function argumentsOf(call: Node): Node[] {
  const list = Array.isArray(call['arguments']) ? call['arguments'].filter(isNode) : [];
  return list.map(({ expression }) => expression).filter(isNode);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null;
}
