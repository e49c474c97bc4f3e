// The phones of all visitors: the newest code that each number got, read from the simulated operators.
import { listAt, numberAt, textAt } from '@volley/bench/harness/json.ts';
import { pause } from '@volley/bench/harness/wait.ts';

export type Phones = {
  /** The code of the message with this many before it. */
  codeOf(number: string, earlier: number): Promise<string>;
  close(): Promise<void>;
};

const PAGE = 10_000;
const LOOK_MS = 100;
const CODE_MS = 60_000;

export function openPhones(simulatorUrl: string): Phones {
  const codes = new Map<string, string[]>();
  let seen = 0;
  let isOpen = true;
  let failure: unknown;
  const read = async (): Promise<void> => {
    const response = await fetch(`${simulatorUrl}/received?after=${seen}&limit=${PAGE}`);
    for (const item of listAt(await response.json(), 'items')) {
      const number = textAt(item, 'destination');
      codes.set(number, [...(codes.get(number) ?? []), /\d+$/.exec(textAt(item, 'text'))?.[0] ?? '']);
      seen = Math.max(seen, numberAt(item, 'seq'));
    }
  };
  const reading = (async () => {
    for (; isOpen; await pause(LOOK_MS)) await read();
  })().catch((error: unknown) => {
    failure = error;
  });
  return {
    async codeOf(number, earlier) {
      for (const until = performance.now() + CODE_MS; performance.now() < until; await pause(LOOK_MS)) {
        if (failure !== undefined) throw new Error('the simulated operators cannot be read', { cause: failure });
        const code = codes.get(number)?.[earlier];
        if (code !== undefined) return code;
      }
      throw new Error(`the phone ${number} got no code number ${earlier + 1} within ${CODE_MS} ms`);
    },
    async close() {
      isOpen = false;
      await reading;
    },
  };
}
