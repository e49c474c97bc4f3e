// The subscriber of a sandbox number that ends in 06 opens the short link that came, as a person does: a while later,
// and in a browser.
import { sandboxNumber } from '@volley/domain/phone-number.ts';
import { codeIn } from '@volley/domain/short-link.ts';

const FOLLOWS = 6;
/** Whoever is much quicker is taken for a scanner. */
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
  // Where it leads is nobody's matter here, and nobody is told of a link that leads nowhere.
  const response = await fetch(link, { redirect: 'manual', headers, signal }).catch(() => undefined);
  await response?.body?.cancel();
}
