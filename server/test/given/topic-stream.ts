// A page that follows topics over a real connection.
import type { Console } from './people/console.ts';
import { until } from './until.ts';

export type StreamEvent = { readonly event: string; readonly id: string | undefined; readonly data: unknown };

export type OpenStream = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: () => string;
  readonly events: () => StreamEvent[];
  readonly isOver: () => boolean;
  /** Resolves with the newest value of a topic that satisfies the condition. */
  value<Value>(topic: string, isSo?: (value: Value) => boolean, limitMs?: number): Promise<Value>;
  close(): void;
};

export async function openStream(
  url: string,
  { cookie }: Pick<Console, 'cookie'>,
  ...topics: readonly string[]
): Promise<OpenStream> {
  const ending = new AbortController();
  const path = `/console/api/v1/stream?topics=${topics.join(',')}`;
  const response = await fetch(`${url}${path}`, { headers: { cookie }, signal: ending.signal });
  let text = '';
  let over = false;
  const reading = async () => {
    for await (const chunk of response.body ?? []) text += Buffer.from(chunk).toString('utf8');
  };
  reading()
    .catch(() => undefined)
    .finally(() => {
      over = true;
    });
  const events = () => text.split('\n\n').flatMap((block) => parseEvent(block) ?? []);
  return {
    status: response.status,
    headers: response.headers,
    text: () => text,
    events,
    isOver: () => over,
    value: <Value>(topic: string, isSo: (value: Value) => boolean = () => true, limitMs?: number) =>
      until(
        `${topic} has a value that satisfies the condition`,
        () => {
          // A test names the type of the topic it follows.
          const told = events().map(({ data }) => data as { topic?: string; value?: Value });
          const last = told.findLast((one) => one.topic === topic && 'value' in one)?.value;
          return last !== undefined && isSo(last) && last;
        },
        limitMs,
      ),
    close: () => ending.abort(),
  };
}

function parseEvent(block: string): StreamEvent | undefined {
  const fields = new Map(
    block.split('\n').flatMap((line) => {
      const at = line.indexOf(': ');
      return at > 0 ? [[line.slice(0, at), line.slice(at + 2)] as const] : [];
    }),
  );
  const event = fields.get('event');
  return event === undefined ? undefined : { event, id: fields.get('id'), data: JSON.parse(fields.get('data') ?? '') };
}
