// Posts a form to a service that the installation configures (never a client). Short time-out, small answer, no
// redirect. Every failure is one error: the caller only needs to know that no answer came.

const TIMEOUT_MS = 3_000;
const ANSWER_BYTES_MAX = 64 * 1024;

export async function postForm(address: string, fields: Readonly<Record<string, string>>): Promise<unknown> {
  const response = await fetch(address, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const text = await readBounded(response);
  if (!response.ok) throw new Error(`${new URL(address).host} answered ${response.status}`);
  return JSON.parse(text) as unknown;
}

async function readBounded(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.length;
    if (bytes > ANSWER_BYTES_MAX)
      throw new Error(`${new URL(response.url).host}: response exceeds ${ANSWER_BYTES_MAX} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
