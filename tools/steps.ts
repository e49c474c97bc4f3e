// Shows on standard error what a command is doing: a line when a step begins, and a line with the elapsed time after
// every four silent seconds. Standard output is left to the result of the command.

export type Steps = {
  /** Ends the present step and begins this one. */
  readonly next: (what: string) => void;
  /** Ends the present step. */
  readonly end: () => void;
};

export type Say = (line: string) => void;

export const SILENT_MS_MAX = 4_000;
const LOOK_MS = 500;

/** Of all steps of this process: a line of one step ends the silence of another. */
let saidAtMs = Number.NEGATIVE_INFINITY;

const onStandardError: Say = (line) => void process.stderr.write(`${line}\n`);

/** `program`: begins every line. */
export function openSteps(program: string, say: Say = onStandardError): Steps {
  let running: { readonly what: string; readonly startedAtMs: number } | undefined;
  const write = (line: string): void => {
    saidAtMs = performance.now();
    say(`${program}: ${line}`);
  };
  const look = (): void => {
    const nowMs = performance.now();
    if (running === undefined || nowMs - saidAtMs < SILENT_MS_MAX) return;
    write(`${running.what}, ${Math.round((nowMs - running.startedAtMs) / 1_000)} s`);
  };
  let timer: NodeJS.Timeout | undefined;
  return {
    next: (what) => {
      running = { what, startedAtMs: performance.now() };
      // A step that fails without `end` must not keep its process alive.
      timer ??= setInterval(look, LOOK_MS).unref();
      write(what);
    },
    end: () => {
      clearInterval(timer);
      [running, timer] = [undefined, undefined];
    },
  };
}
