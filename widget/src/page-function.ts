// The function of the page that passes the key to the site's server.
import type { SendAuthKey } from './options.ts';

/** The site's server passes on the answer "sent already". */
const SENT_ALREADY = 409;

/** Undefined: the function succeeded. Otherwise the words for the developer. */
export async function askPage(send: SendAuthKey | undefined, key: string): Promise<string | undefined> {
  try {
    const { ok, status } = ((await send?.(key)) ?? {}) as Partial<Response>; // any value has these members or not
    if (!send || (ok === false && status !== SENT_ALREADY)) return `HTTP ${status}`;
  } catch (error) {
    return String(error);
  }
  return undefined;
}
