// People who look at the console: each opens its pages in turn, with pauses.

import type { Credentials } from '../harness/partner-client.ts';
import { pause } from '../harness/wait.ts';

const PREFIX = '/console/api/v1';
const PAGES = ['/overview', '/dispatches', '/messages', '/billing', '/messages?status=FAILED'];
const PAUSE_MS = 1_000;

export type Readers = {
  /** Ends after the open pages; pages that were read. */
  stop(): Promise<number>;
};

export async function startReaders(url: string, credentials: Credentials, count: number): Promise<Readers> {
  const cookie = await signIn(url, credentials);
  let isStopped = false;
  let pages = 0;
  const read = async (first: number): Promise<void> => {
    for (let at = first; !isStopped; at += 1) {
      const path = PAGES[at % PAGES.length] ?? '';
      const answer = await fetch(`${url}${PREFIX}${path}`, { headers: { cookie } });
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${(await answer.text()).slice(0, 300)}`);
      await answer.arrayBuffer();
      pages += 1;
      await pause(PAUSE_MS);
    }
  };
  const readers = Promise.all(Array.from({ length: count }, (_, at) => read(at)));
  // A failed page is reported by `stop`.
  readers.catch(() => undefined);
  return {
    stop: async () => {
      isStopped = true;
      await readers;
      return pages;
    },
  };
}

async function signIn(url: string, { login, password }: Credentials): Promise<string> {
  const answer = await fetch(`${url}${PREFIX}/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ login, password }),
  });
  if (!answer.ok) throw new Error(`signing in answered ${answer.status}: ${await answer.text()}`);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ');
}
