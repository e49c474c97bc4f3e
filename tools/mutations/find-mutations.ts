// Possible mutations of a source: an operator flipped, a condition removed, a constant changed. Works on the syntax
// tree, so comments, types and texts stay as they are.
import { parseAst } from 'rolldown/parseAst';

export type Mutation = {
  readonly path: string;
  readonly start: number;
  readonly end: number;
  readonly before: string;
  readonly after: string;
};

type Node = { readonly type: string; readonly start: number; readonly end: number; readonly [member: string]: unknown };
type Edit = Pick<Mutation, 'start' | 'end' | 'after'>;

const FLIPPED: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '&&': '||',
  '||': '&&',
};
/** Expressions around a value; every other node of this kind is a type. */
const AROUND_VALUES = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression']);

export function findMutations({ path, text }: { readonly path: string; readonly text: string }): Mutation[] {
  const program: unknown = parseAst(text, { lang: path.endsWith('.tsx') ? 'tsx' : 'ts' }, path);
  return editsIn(program, text).map((edit) => ({ path, ...edit, before: text.slice(edit.start, edit.end) }));
}

export const mutated = (text: string, { start, end, after }: Edit): string =>
  `${text.slice(0, start)}${after}${text.slice(end)}`;

function editsIn(value: unknown, text: string): Edit[] {
  if (Array.isArray(value)) return value.flatMap((item) => editsIn(item, text));
  if (!isNode(value)) return [];
  if (value.type.startsWith('TS') && !AROUND_VALUES.has(value.type)) return [];
  if (value.type === 'ImportDeclaration') return [];
  const members = Object.entries(value).filter(([name]) => name !== 'typeAnnotation' && name !== 'typeArguments');
  return [...ownEdits(value, text), ...members.flatMap(([, member]) => editsIn(member, text))];
}

function ownEdits(node: Node, text: string): Edit[] {
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
      return flipOperator(node, text);
    case 'IfStatement':
    case 'ConditionalExpression':
      return removeCondition(node);
    case 'UnaryExpression':
      return node['operator'] === '!' ? [{ start: node.start, end: node.start + 1, after: '' }] : [];
    case 'Literal':
      return changeConstant(node, text);
    default:
      return [];
  }
}

function flipOperator(node: Node, text: string): Edit[] {
  const { left, right, operator } = node;
  if (!isNode(left) || !isNode(right) || typeof operator !== 'string') return [];
  const after = FLIPPED[operator];
  const start = text.indexOf(operator, left.end);
  const isText = [left, right].some((side) => side.type === 'TemplateLiteral' || typeof side['value'] === 'string');
  if (after === undefined || (isText && operator === '+') || start === -1 || start > right.start) return [];
  return [{ start, end: start + operator.length, after }];
}

/** A guard, which returns or throws, is removed; any other condition always holds. */
function removeCondition({ test, consequent, alternate, type }: Node): Edit[] {
  if (!isNode(test) || !isNode(consequent)) return [];
  const body = consequent.type === 'BlockStatement' ? lastOf(consequent['body']) : consequent;
  const isGuard = type === 'IfStatement' && alternate === null && /^(Return|Throw|Continue)/.test(body?.type ?? '');
  return [{ start: test.start, end: test.end, after: isGuard ? 'false' : 'true' }];
}

function lastOf(list: unknown): Node | undefined {
  const last: unknown = Array.isArray(list) ? list.at(-1) : undefined;
  return isNode(last) ? last : undefined;
}

function changeConstant({ start, end, value }: Node, text: string): Edit[] {
  if (typeof value === 'boolean') return [{ start, end, after: String(!value) }];
  if (typeof value === 'bigint') return [{ start, end, after: `${value + 1n}n` }];
  // A digit in a key, as in `{ 200: … }`, is a constant too.
  return typeof value === 'number' ? [{ start, end, after: `${changedNumber(value, text.slice(start, end))}` }] : [];
}

const changedNumber = (value: number, raw: string): string =>
  raw.startsWith('0x') ? `0x${(value + 1).toString(16)}` : `${value + 1}`;

function isNode(value: unknown): value is Node {
  return (
    typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string' && 'start' in value
  );
}
