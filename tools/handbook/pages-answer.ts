// Waits until the API answers, looks at the console and the developer site, and waits until every process is ready:
// `node pages-answer.ts URL PRIVATE_PORT…`.
import { waitFor } from '@volley/bench/harness/wait.ts';
import { checkPages } from '../built/check-pages.ts';

const READY_MS = 60_000;

const [url = '', ...ports] = process.argv.slice(2);
await checkPages(url);
for (const port of ports) {
  const isReady = async () => (await fetch(`http://127.0.0.1:${port}/ready`)).ok;
  await waitFor(`readiness at port ${port}`, isReady, { timeoutMs: READY_MS, everyMs: 200 });
}
