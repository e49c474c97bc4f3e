// The load of a run, spread over its faults: load and faults wait for each other, so that faults meet messages in
// flight and not an idle system.
import { pause } from '../harness/wait.ts';
import { dispatchText, type Subscribers } from '../subscribers.ts';
import type { ChaosDriver } from './driver.ts';

const DISPATCHES = 8;
const LOOK_MS = 50;
/** The faults continue without the load after this time: the API may be down. */
const PATIENCE_MS = 60_000;

export class Load {
  #started = 0;
  readonly #messages: number;

  constructor(messages: number) {
    this.#messages = messages;
  }

  /** Resolves when the dispatch for this share of the faults has started. */
  readonly reached = async (share: number): Promise<void> => {
    const untilMs = performance.now() + PATIENCE_MS;
    while (this.#started <= Math.floor(share * DISPATCHES) && this.#started < DISPATCHES) {
      if (performance.now() > untilMs) return;
      await pause(LOOK_MS);
    }
  };

  async send(
    driver: ChaosDriver,
    { subscribers, callbackUrl }: { subscribers: Subscribers; callbackUrl: string },
    due: (share: number) => Promise<void>,
    say: (what: string) => void,
  ): Promise<void> {
    const each = Math.ceil(this.#messages / DISPATCHES);
    for (let at = 0; at < DISPATCHES; at += 1) {
      await due(at / DISPATCHES);
      const recipients = subscribers.recipients(at * each, Math.min(each, this.#messages - at * each));
      const draft = { name: `chaos ${at}`, text: dispatchText, callbackUrl };
      const { id } = await driver.createDispatch(draft, recipients);
      await driver.startDispatch(id);
      this.#started += 1;
      say(`dispatch ${id} started`);
    }
  }
}
