// The subscriber of a sandbox number ending in 06 opens the received short link like a person: after a delay, and with
// the User-Agent of a browser.
import { sandboxNumber } from '@volley/domain/numbers/phone-number.ts';
import { codeIn } from '@volley/domain/short-links/short-link.ts';

const FOLLOWS = 6;
/** Faster visits count as those of a scanner. */
const DELAY_MS = 4_000;
const PATIENCE_MS = 5_000;
const BROWSER =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Mobile Safari/537.36';

export function followLink({ destination, text }: { destination: string; text: string }): void {
  if (sandboxNumber(destination)?.outcome !== FOLLOWS) return;
  const words = text.match(/https?:\/\/\S+/g) ?? [];
  const link = words.find((word) => codeIn(word.slice(word.lastIndexOf('/') + 1)) !== undefined);
  if (link !== undefined) setTimeout(() => void open(link), DELAY_MS).unref();
}

async function open(link: string): Promise<void> {
  const headers = { 'user-agent': BROWSER };
  const signal = AbortSignal.timeout(PATIENCE_MS);
  // Neither the target nor a failure matters here.
  const response = await fetch(link, { redirect: 'manual', headers, signal }).catch(() => undefined);
  await response?.body?.cancel();
}
