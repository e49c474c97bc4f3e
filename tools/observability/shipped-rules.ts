// The shipped rules as values. The files have a fixed layout, so a few patterns read them.
import { readFileSync } from 'node:fs';

export type ShippedRule = {
  readonly alert: string | undefined;
  readonly record: string | undefined;
  readonly expr: string;
  readonly wait: string | undefined;
  readonly runbook: string | undefined;
};

const RULE = /^ {6}- (alert|record): (\S+)\n {8}expr: >-\n((?: {10}.*\n)+)((?: {8,}.*\n)*)/gm;

export function readRules(file: string): ShippedRule[] {
  return [...readFileSync(file, 'utf8').matchAll(RULE)].map(([, kind, name, lines = '', rest = '']) => ({
    alert: kind === 'alert' ? name : undefined,
    record: kind === 'record' ? name : undefined,
    expr: lines
      .split('\n')
      .map((line) => line.trim())
      .join(' ')
      .trim(),
    wait: /^ +for: (\S+)$/m.exec(rest)?.[1],
    runbook: /^ +runbook: (\S+)$/m.exec(rest)?.[1],
  }));
}

/** Names of metrics and recorded series in an expression. */
export const metricsIn = (expr: string): string[] => [
  ...new Set(expr.match(/\b(?:volley[_:]|process_|nodejs_)[\w:]+/g) ?? []),
];
