// Rules for every answer, and the violations.
import { memberAt } from '../harness/json.ts';

export type Answer = { readonly status: number; readonly text: string; readonly ms: number };

export type Complaint = { readonly what: string; readonly request: string; readonly answer: string };

const ANSWER_MS_MAX = 1_000;
const KEPT_MAX = 20;
const SHOWN_CHARACTERS = 600;
const WIDGET_CODES = new Set([110, 130, 210, 230, 310, 320, 321, 330, 331, 340]);
const LEAKS = /(?:node_modules|\/src\/|\bat \w+ \(|syntax error|violates|pg_|ECONN|select \w+ from)/i;

export class Verdicts {
  answers = 0;
  readonly statuses = new Map<number, number>();
  /** The first complaints in full; the counts include all. */
  readonly complaints: Complaint[] = [];
  readonly counts = new Map<string, number>();
  slow = 0;
  /** Refused requests that provably changed no data. */
  proved = 0;
  longestMs = 0;

  check(request: string, answer: Answer): void {
    this.answers += 1;
    this.statuses.set(answer.status, (this.statuses.get(answer.status) ?? 0) + 1);
    this.longestMs = Math.max(this.longestMs, answer.ms);
    if (answer.ms > ANSWER_MS_MAX) this.slow += 1;
    const problem = problemOf(answer);
    if (problem !== undefined) this.complain(problem, request, `${answer.status} ${answer.text}`);
  }

  complain(what: string, request: string, answer: string): void {
    if (this.complaints.length < KEPT_MAX)
      this.complaints.push({
        what,
        request: request.slice(0, SHOWN_CHARACTERS),
        answer: answer.slice(0, SHOWN_CHARACTERS),
      });
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }
}

function problemOf({ status, text }: Answer): string | undefined {
  if (status >= 500) return 'answer 5xx';
  if (status < 400) return undefined;
  const error = memberAt(parsed(text), 'error');
  const [code, msg] = [memberAt(error, 'code'), memberAt(error, 'msg')];
  if (typeof code !== 'number' || !isCodeOf(status, code) || typeof msg !== 'string' || msg === '')
    return 'answer outside the error shape';
  return LEAKS.test(text) ? 'answer that exposes internals' : undefined;
}

/** The code of its status, or an error number of the widget. */
const isCodeOf = (status: number, code: number) => Math.floor(code / 10) === status || WIDGET_CODES.has(code);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
