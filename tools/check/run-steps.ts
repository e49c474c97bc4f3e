// Runs steps in parallel, the longest first, and continues after failures: one run shows every failure.
import { runStep, type Step, type Verdict } from './step.ts';

export type StepResult = Verdict & { readonly step: Step; readonly seconds: number; readonly isRemembered: boolean };

/** Passes of earlier runs; see passed-steps.ts. */
export type Passes = {
  has(step: Step): boolean;
  /** The step over the files that changed since it passed, or the whole step. */
  narrow(step: Step): Step;
  add(step: Step): void;
};

export type RunOptions = {
  readonly atOnce: number;
  readonly passes?: Passes | undefined;
  readonly onEnd?: (result: StepResult) => void;
};

/** Results in the order in which the steps ended. */
export async function runSteps(steps: readonly Step[], options: RunOptions): Promise<StepResult[]> {
  const waiting = steps.toSorted((a, b) => b.seconds - a.seconds);
  const results: StepResult[] = [];
  const work = async (): Promise<void> => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      const result = await runOne(step, options.passes);
      results.push(result);
      options.onEnd?.(result);
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, options.atOnce) }, work));
  return results;
}

async function runOne(step: Step, passes: Passes | undefined): Promise<StepResult> {
  if (passes?.has(step) === true) return { step, ok: true, output: '', seconds: 0, isRemembered: true };
  const startedAt = performance.now();
  const verdict = await runStep(passes?.narrow(step) ?? step);
  if (verdict.ok) passes?.add(step);
  return { ...verdict, step, seconds: (performance.now() - startedAt) / 1_000, isRemembered: false };
}

/** A run without steps has checked nothing and fails too. */
export const exitCodeOf = (results: readonly StepResult[]): number =>
  results.length > 0 && results.every(({ ok }) => ok) ? 0 : 1;

export function describeResult({ step, ok, output, seconds, isRemembered }: StepResult): string {
  if (isRemembered) return `ok     ${step.name} (unchanged since it passed)`;
  const line = `${ok ? 'ok    ' : 'FAILED'} ${step.name} (${seconds.toFixed(1)} s)`;
  return ok ? line : `${line}\n${output}`;
}
