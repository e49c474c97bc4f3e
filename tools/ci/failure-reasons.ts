// Reasons of a failed step, in a few lines for the end of the run: tests with the first line of their errors, budgets,
// errors outside tests. A step that names nothing gives the end of its output.
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ROOT } from '../check/step.ts';

/** The part of Vitest's JSON report that is read here. */
export type TestReport = {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages?: readonly string[] | null;
    }[];
  }[];
};

const REASONS_MAX = 20;
const END_LINES = 8;
const LINE_CHARACTERS = 300;
/** Vitest's heading of one error outside tests; its first line follows, and later the file that ran. */
const HEADING = /^⎯+ (?:Unhandled Rejection|Uncaught Exception|Unhandled Error) ⎯+$/;
const ORIGIN = /^This error originated in "(.+?)"/;

export function failureReasons(output: string, report?: TestReport): string[] {
  const lines = stripVTControlCharacters(output).trimEnd().split('\n');
  const reasons = [
    ...testReasons(report),
    ...lines.filter((line) => line.startsWith('OVER BUDGET')),
    ...outside(lines),
  ];
  const told = reasons.length > 0 ? reasons : lines.slice(-END_LINES);
  const rest = told.length - REASONS_MAX;
  return [...told.slice(0, REASONS_MAX), ...(rest > 0 ? [`and ${rest} more`] : [])].map((line) =>
    line.slice(0, LINE_CHARACTERS),
  );
}

function testReasons(report: TestReport | undefined): string[] {
  return (report?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(ROOT, name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0) return status === 'failed' ? [`${file}: ${firstLine(message)}`] : [];
    return failed.map((test) => `${file} > ${test.fullName}: ${firstLine(test.failureMessages?.[0] ?? '')}`);
  });
}

function outside(lines: readonly string[]): string[] {
  return lines.flatMap((line, at) => {
    if (!HEADING.test(line)) return [];
    const origin = lines.slice(at).find((later) => ORIGIN.test(later));
    return [`${ORIGIN.exec(origin ?? '')?.[1] ?? 'a file'}, outside of tests: ${lines[at + 1] ?? ''}`];
  });
}

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? '';
