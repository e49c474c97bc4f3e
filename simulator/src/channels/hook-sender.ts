// Signed webhook calls to the sender of the messages, repeated with growing pauses until they are answered with 200.
import { createHmac } from 'node:crypto';
import { DelayWheel } from '../delay-wheel.ts';

export type HookCall = { path: 'statuses' | 'whatsapp'; body: object; onAcked: () => void };

type Due = { call: HookCall; tries: number };

const firstPauseMs = 200;
const pauseMsMax = 5_000;
const triesMax = 200;
const timeoutMs = 10_000;

const sign = (secret: string, ...parts: string[]): string =>
  `sha256=${parts.reduce((hmac, part) => hmac.update(part), createHmac('sha256', secret)).digest('hex')}`;

export class HookSender {
  readonly #secret: string;
  readonly #wheel: DelayWheel<Due>;
  #closed = false;
  /** Base of the webhook address; calls wait while it is empty. */
  hooksUrl = '';

  constructor(secret: string) {
    this.#secret = secret;
    this.#wheel = new DelayWheel((items) => {
      for (const due of items) void this.#send(due);
    });
  }

  get waiting(): number {
    return this.#wheel.size;
  }

  add(call: HookCall, delayMs: number): void {
    if (!this.#closed) this.#wheel.add({ call, tries: 0 }, delayMs);
  }

  clear(): void {
    this.#wheel.clear();
  }

  close(): void {
    this.#closed = true;
    this.#wheel.clear();
  }

  async #send({ call, tries }: Due): Promise<void> {
    const isDone = this.hooksUrl !== '' && (await this.#post(call));
    if (isDone) call.onAcked();
    else if (!this.#closed && tries < triesMax)
      this.#wheel.add({ call, tries: tries + 1 }, Math.min(firstPauseMs * 2 ** tries, pauseMsMax));
  }

  async #post({ path, body }: HookCall): Promise<boolean> {
    const text = JSON.stringify(body);
    const timestamp = String(Math.floor(Date.now() / 1_000));
    const signature =
      path === 'whatsapp'
        ? { 'x-hub-signature-256': sign(this.#secret, text) }
        : { 'x-channel-timestamp': timestamp, 'x-channel-signature': sign(this.#secret, `${timestamp}.`, text) };
    try {
      const response = await fetch(`${this.hooksUrl}/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...signature },
        body: text,
        signal: AbortSignal.timeout(timeoutMs),
      });
      await response.arrayBuffer();
      return response.status === 200;
    } catch {
      return false;
    }
  }
}
