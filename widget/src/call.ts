// One call of the browser API. The answer is a value, also if it is a refusal or the network is away.
import { fetch } from './originals.ts';
import { NETWORK } from './state.ts';
import type { Answer } from './wire.ts';

/** Path under /widget/v1, and the body of a POST. */
export type Call = <Body>(path: string, body?: object) => Promise<Answer<Body>>;

/**
 * A long poll of the session waits for 20 of these seconds. Browsers from before 2022 have a limit of their own only.
 */
const TIMEOUT_MS = 35_000;

type ErrorBody = { readonly error: { readonly code: number; readonly field?: string; readonly reason?: string } };

export const createCall =
  (base: string): Call =>
  async <Body>(path: string, body?: object): Promise<Answer<Body>> => {
    try {
      const post = body && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      };
      const signal = AbortSignal.timeout?.(TIMEOUT_MS);
      const response = await fetch(base + path, { ...post, signal });
      const answer: unknown = await response.json();
      if (response.ok) return answer as Answer<Body>; // by the contract of the service
      const { code, field, reason } = (answer as ErrorBody).error; // throws if a proxy answers in words of its own
      return {
        // A failure of the service is no different from a lost connection.
        code: code < 5_000 ? code : NETWORK,
        reason: field === 'destination' ? reason : '',
        wait: Number(response.headers.get('retry-after')) * 1_000 || undefined,
      };
    } catch {
      return { code: NETWORK };
    }
  };
