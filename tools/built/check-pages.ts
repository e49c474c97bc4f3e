// The built pages, as an installed service serves them: console and developer site, told by their titles.
import { waitFor } from '@volley/bench/harness/wait.ts';

const TITLES = { '/console': /<title>Volley/, '/docs/': /<title>Volley documentation/ };
const START_MS = 120_000;

/** Waits for the API first. Throws unless every page answers 200 with its title. */
export async function checkPages(url: string): Promise<void> {
  const isUp = async () => (await fetch(`${url}/api/v1/ping`)).ok;
  await waitFor(`an answer of ${url}`, isUp, { timeoutMs: START_MS, everyMs: 200 });
  for (const [path, title] of Object.entries(TITLES)) {
    const answer = await fetch(`${url}${path}`);
    const text = await answer.text();
    if (answer.status !== 200 || !title.test(text))
      throw new Error(`${path} answers ${answer.status} without ${title}: ${text.slice(0, 300)}`);
  }
}
