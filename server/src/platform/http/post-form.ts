// Posts a form to a service that the installation configures (never a client). Short time-out, small answer, no
// redirect. Every failure is one error: the caller only needs to know that no answer came.

const TIMEOUT_MS = 3_000;
const ANSWER_BYTES_MAX = 64 * 1024;
const TOO_MANY = 429;

type Form = Readonly<Record<string, string>>;

export async function postForm(address: string, fields: Form): Promise<unknown> {
  const { status, isOk, text } = await post(address, fields);
  if (!isOk) throw new Error(`${new URL(address).host} answered ${status}`);
  return JSON.parse(text) as unknown;
}

/**
 * Whether the service works, shown by a form that it must refuse: its answer is JSON, also as a refusal. A service that
 * says that it has too many requests works, or floods could switch it off.
 */
export async function answersForms(address: string, refusedForm: Form): Promise<boolean> {
  try {
    const { status, text } = await post(address, refusedForm);
    if (status === TOO_MANY) return true;
    return status < 500 && typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}

async function post(address: string, fields: Form) {
  const response = await fetch(address, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  return { status: response.status, isOk: response.ok, text: await readBounded(response) };
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
