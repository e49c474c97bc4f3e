// Reads the members of a content object by their form. Each problem has the code of its fault.
import type { FaultCode } from '../refusals/fault.ts';
import { PROBLEM } from '../refusals/problems.ts';
import type { ContentMember, ContentMembers } from './content-forms.ts';

export type ContentObject = Readonly<Record<string, unknown>>;

/** `field`: path below the content, empty for the content itself. */
export type ContentProblem = { readonly field: string; readonly problem: string; readonly code: FaultCode };

export type ContentProblems = readonly ContentProblem[];

/** Limits of a message that its form does not know. */
export type ContentLimits = {
  /** Replaces the greatest length of `text`. */
  readonly textLengthMax?: number | undefined;
  readonly codeDigitsMax: number;
};

export const NO_PROBLEMS: ContentProblems = [];

const ADDRESS_MAX = 2_048;

export const problem = (field: string, text: string, code: FaultCode): ContentProblems => [
  { field, problem: text, code },
];

const NO_OBJECT = problem('', 'must be an object', 'wrong-type');

export function isObject(value: unknown): value is ContentObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Null counts as absent. */
export function readMembers(members: ContentMembers, content: ContentObject, limits: ContentLimits): ContentProblems {
  return Object.entries(members).flatMap(([name, member]) => {
    const value = content[name] ?? undefined;
    if (member.kind === 'absent') return value === undefined ? NO_PROBLEMS : problem(name, member.reason, 'invalid');
    if (value === undefined)
      return member.isOptional === true ? NO_PROBLEMS : problem(name, PROBLEM.required, 'required');
    return within(name, readMember(named(name, member, limits), value, limits));
  });
}

function named(name: string, member: ContentMember, { textLengthMax }: ContentLimits): ContentMember {
  return name === 'text' && member.kind === 'line' && textLengthMax !== undefined
    ? { ...member, max: textLengthMax }
    : member;
}

/** Problems of a present value; the empty field is the value itself. */
function readMember(member: ContentMember, value: unknown, limits: ContentLimits): ContentProblems {
  switch (member.kind) {
    case 'line':
    case 'short':
    case 'digits':
      return typeof value === 'string'
        ? readText(member, value, limits)
        : problem('', 'must be a string', 'wrong-type');
    case 'choice':
      return typeof value === 'string' && member.of.includes(value)
        ? NO_PROBLEMS
        : problem('', `must be one of ${member.of.join(', ')}`, 'not-in-list');
    case 'number':
      return readNumber(member, value);
    case 'address':
      return isAddress(value, member.protocols)
        ? NO_PROBLEMS
        : problem('', `must be an ${schemes(member.protocols)} address`, 'wrong-form');
    case 'object':
      return isObject(value) ? NO_PROBLEMS : NO_OBJECT;
    case 'part':
      return isObject(value) ? readMembers(member.members, value, limits) : NO_OBJECT;
    case 'list':
      return readList(member, value, limits);
    case 'absent':
      return problem('', member.reason, 'invalid');
  }
}

type TextMember = Extract<ContentMember, { kind: 'line' | 'short' | 'digits' }>;

function readText(member: TextMember, text: string, { codeDigitsMax }: ContentLimits): ContentProblems {
  if (member.kind === 'digits') return readDigits(text, member.min, codeDigitsMax);
  const length = charactersIn(text, member.max);
  if (member.kind === 'short')
    return length > member.max ? problem('', `must be at most ${member.max} characters long`, 'too-long') : NO_PROBLEMS;
  const bounds = `must be ${member.min} to ${member.max} characters long`;
  if (length > member.max) return problem('', bounds, 'too-long');
  if (length < member.min) return problem('', bounds, 'too-short');
  return text.trim() === '' ? problem('', PROBLEM.blank, 'too-short') : NO_PROBLEMS;
}

/** A character has at most two units, so a text far longer than `max` is not counted. */
function charactersIn(text: string, max: number): number {
  return text.length > 2 * max ? text.length : Array.from(text).length;
}

function readDigits(code: string, min: number, max: number): ContentProblems {
  const reason = `must be a code of ${max === min ? '' : `${min} to `}${max} digits`;
  if (code.trim() === '') return problem('', PROBLEM.blank, 'too-short');
  if (!/^\d+$/.test(code)) return problem('', reason, 'wrong-form');
  if (code.length < min) return problem('', reason, 'too-short');
  return code.length > max ? problem('', reason, 'too-long') : NO_PROBLEMS;
}

type Bounds = { readonly min: number; readonly max: number };

function readNumber({ min, max }: Bounds, value: unknown): ContentProblems {
  if (typeof value !== 'number') return problem('', 'must be a number', 'wrong-type');
  if (value >= min && value <= max) return NO_PROBLEMS;
  return problem('', `must be between ${min} and ${max}`, value < min ? 'too-small' : 'too-large');
}

const schemes = (protocols: readonly string[]): string =>
  protocols
    .map((one) => one.replace(':', ''))
    .toReversed()
    .join(' or ');

function isAddress(value: unknown, protocols: readonly string[]): boolean {
  return (
    typeof value === 'string' &&
    value.length <= ADDRESS_MAX &&
    URL.canParse(value) &&
    protocols.includes(new URL(value).protocol)
  );
}

type ListMember = Extract<ContentMember, { kind: 'list' }>;

function readList({ max, members }: ListMember, value: unknown, limits: ContentLimits): ContentProblems {
  if (!Array.isArray(value)) return problem('', 'must be an array', 'wrong-type');
  if (value.length > max) return problem('', `must have at most ${max} items`, 'too-many');
  return value.flatMap((item: unknown, at) =>
    within(`[${at}]`, isObject(item) ? readMembers(members, item, limits) : NO_OBJECT),
  );
}

const within = (field: string, problems: ContentProblems): ContentProblems =>
  problems.map((found) => ({ ...found, field: pathOf(field, found.field) }));

const pathOf = (field: string, inner: string): string =>
  inner === '' || inner.startsWith('[') ? `${field}${inner}` : `${field}.${inner}`;
