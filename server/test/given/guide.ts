// A guide as a list of steps: a shell command, the answer that must come, and what is kept of it for later steps.
// Examples stand for every value of their form: an id for any id, a time for any time; other values mean themselves.
import { valueAt } from './json-path.ts';

export type GuideStep = {
  readonly command: string;
  readonly status: number;
  /** What JSON says, a plain text, or the empty text where there is no body. */
  readonly answer: unknown;
  /** It may be asked for again until it is so. */
  readonly comesLater: boolean;
  /** Variable → path in the answer, and the part of what stands there. */
  readonly keep: ReadonlyMap<string, { readonly path: string; readonly part: RegExp }>;
};

const STEP =
  /```sh\n(.+?)```\s+Answer (\d{3})([^\n]*)\n(?:(?<=without a body[^\n]*\n)|\s*```(json|text)\n(.+?)```)(.*?)(?=```sh|$)/gs;
const KEEP = /Keep (the link in )?`([\w.]+)` as `\$(\w+)`/g;
const PROGRAM = /```js\n\/\/ (\S+\.mjs)\n(.+?)```/gs;
const CALLBACK = /Callback (\w+):\n\s*```json\n(.+?)```/gs;

export function stepsOf(guide: string): GuideStep[] {
  return [...guide.matchAll(STEP)].map((found) => {
    const [, command = '', status = '', remark = '', form, answer = '', after = ''] = found;
    const keep = [...after.matchAll(KEEP)].map(([, link, path = '', name = '']) => {
      return [name, { path, part: link === undefined ? /.+/s : /https?:\/\/\S+/ }] as const;
    });
    return {
      command,
      status: Number(status),
      answer: form === 'json' ? parse(answer) : answer.trim(),
      comesLater: remark.includes('after a moment'),
      keep: new Map(keep),
    };
  });
}

/** Programs that stand in the guide, by the name of their file. */
export function programsOf(guide: string): Map<string, string> {
  return new Map([...guide.matchAll(PROGRAM)].map(([, name = '', text = '']) => [name, text]));
}

/** Event → the body it must have. */
export function callbacksOf(guide: string): Map<string, unknown> {
  return new Map([...guide.matchAll(CALLBACK)].map(([, event = '', body = '']) => [event, parse(body)]));
}

export function keptFrom(answer: unknown, keep: GuideStep['keep']): Record<string, string> {
  const kept = [...keep].map(([name, { path, part }]) => [name, part.exec(String(valueAt(answer, path)))?.[0] ?? '']);
  return Object.fromEntries(kept);
}

const ANY_NUMBER = /(?:^|\.)(?:id|\w+Id|price|totalPrice|priceEstimate|value)$|priceEstimate\.total$/;
const FORMS = [/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, /^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ$/] as const;

/** What is not as the example says, by path; members that the example leaves out are not looked at. */
export function differences(example: unknown, actual: unknown, path = ''): string[] {
  if (typeof example === 'object' && example !== null) {
    if (typeof actual !== 'object' || actual === null) return [`${path} is ${JSON.stringify(actual)}`];
    const wrongLength = Array.isArray(example) && example.length !== valueAt(actual, 'length');
    return [
      ...(wrongLength ? [`${path} has ${String(valueAt(actual, 'length'))} items`] : []),
      ...Object.entries(example).flatMap(([name, value]) =>
        differences(value, valueAt(actual, name), path === '' ? name : `${path}.${name}`),
      ),
    ];
  }
  return isLike(example, actual, path) ? [] : [`${path} is ${JSON.stringify(actual)}, not ${JSON.stringify(example)}`];
}

function isLike(example: unknown, actual: unknown, path: string): boolean {
  if (typeof example !== typeof actual) return false;
  if (typeof example === 'number' && ANY_NUMBER.test(path)) return true;
  if (typeof example !== 'string') return example === actual;
  if (example === '…') return actual !== '';
  const form = FORMS.find((one) => one.test(example));
  // What was sent comes back as it is; only ids and times of the service's own making may be others.
  const isOwn = /(?:At|Uuid|Time|_time|id)$/.test(path);
  return form !== undefined && isOwn ? form.test(String(actual)) : example === actual;
}

function parse(text: string): unknown {
  return JSON.parse(text);
}
