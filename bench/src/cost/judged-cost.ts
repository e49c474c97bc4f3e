// Figures of a message that hardly move with the machine, judged by CI: WAL, blocks, statements, and an installation
// that waits. When one is above its limit, the medians of three rounds are judged. The reason
// for a higher value stands in its commit; a figure well below its value is reported, to be lowered.

export type JudgedFigure = { readonly value: number; readonly tolerance: number };

/** Of `--only cost --judge`, on PostgreSQL 15: the medians of five runs. */
export const EXPECTED = {
  walBytesPerMessage: { value: 1_633, tolerance: 0.03 },
  walRecordsPerMessage: { value: 14.5, tolerance: 0.05 },
  // Depends on how the recorder cuts its batches.
  blocksPerMessage: { value: 56.5, tolerance: 0.1 },
  statementsPerSend: { value: 28, tolerance: 0 },
  idleStatementsPerSecond: { value: 728, tolerance: 0.03 },
  idleTransactionsPerSecond: { value: 112, tolerance: 0.08 },
} as const satisfies Record<string, JudgedFigure>;

export type CostFigure = keyof typeof EXPECTED;
export type CostFigures = Readonly<Record<CostFigure, number | null>>;

export type Verdict = { readonly passed: Record<string, boolean>; readonly lines: readonly string[] };

export function judgeCost(figures: CostFigures, expected: Readonly<Record<string, JudgedFigure>> = EXPECTED): Verdict {
  const passed: Record<string, boolean> = {};
  const lines: string[] = [];
  for (const [name, { value, tolerance }] of Object.entries(expected)) {
    // Keys of the expected values are names of figures.
    const found = figures[name as CostFigure];
    const isKept = found !== null && found <= value * (1 + tolerance);
    passed[name] = isKept;
    if (!isKept) lines.push(`${name} is ${found ?? 'not measured'}, at most ${value * (1 + tolerance)} is allowed`);
    else if (found < value * (1 - tolerance)) lines.push(`${name} is ${found}: lower its value of ${value}`);
  }
  return { passed, lines };
}
