// Signed reports of the Gateway, repeated up to ten times until they are answered with 200.
import { createHash, createHmac } from 'node:crypto';
import { type RepeatedCall, RepeatedCalls } from '../repeated-calls.ts';

export type Report = Pick<RepeatedCall, 'url' | 'body' | 'onAcked' | 'onGivenUp'>;

export class ReportSender extends RepeatedCalls {
  readonly #key: Buffer;

  constructor(token: string) {
    super();
    this.#key = createHash('sha256').update(token).digest();
  }

  report(report: Report): void {
    this.add({ ...report, headers: (text) => this.#sign(text), isDone: (status) => status === 200 });
  }

  #sign(text: string): Readonly<Record<string, string>> {
    const timestamp = String(Math.floor(Date.now() / 1_000));
    const signature = createHmac('sha256', this.#key).update(`${timestamp}\n${text}`).digest('hex');
    return { 'x-request-timestamp': timestamp, 'x-request-signature': signature };
  }
}
