// A guide as a list of steps: a shell command, the expected answer, and the values that later steps use. An id or a
// time in an example matches any id or time; every other value must be equal.
import { valueAt } from '../json-path.ts';

export type GuideStep = {
  readonly command: string;
  readonly status: number;
  /** A JSON value, a plain text, or the empty text for no body. */
  readonly answer: unknown;
  /** The command may be repeated until the answer matches. */
  readonly comesLater: boolean;
  /** Variable → path in the answer, and the part of the value. */
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

/** Programs in the guide, by file name. */
export function programsOf(guide: string): Map<string, string> {
  return new Map([...guide.matchAll(PROGRAM)].map(([, name = '', text = '']) => [name, text]));
}

/** Event → its expected body. */
export function callbacksOf(guide: string): Map<string, unknown> {
  return new Map([...guide.matchAll(CALLBACK)].map(([, event = '', body = '']) => [event, parse(body)]));
}

export function keptFrom(answer: unknown, keep: GuideStep['keep']): Record<string, string> {
  const kept = [...keep].map(([name, { path, part }]) => [name, part.exec(String(valueAt(answer, path)))?.[0] ?? '']);
  return Object.fromEntries(kept);
}

const ANY_NUMBER = /(?:^|\.)(?:id|\w+Id|price|totalPrice|priceEstimate|value)$|priceEstimate\.total$/;
const FORMS = [/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, /^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ$/] as const;

/** Differences from the example, by path; members that the example omits are ignored. */
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
  // A value from the request comes back unchanged; only ids and times that the service generates may differ.
  const isOwn = /(?:At|Uuid|Time|_time|id)$/.test(path);
  return form !== undefined && isOwn ? form.test(String(actual)) : example === actual;
}

function parse(text: string): unknown {
  return JSON.parse(text);
}
