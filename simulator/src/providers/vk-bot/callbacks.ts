// The Callback API of communities, and the people who allow or deny their messages. A confirmed server gets the events
// that were chosen for it. An event has the secret of the server in its body, and is repeated until the answer is 200
// with the text `ok`.
import { originProblem, RepeatedCalls } from '../repeated-calls.ts';
import { allowOf, denyOf, type Person, writtenOf } from './callback-events.ts';
import { CallbackServers, type EventType } from './callback-servers.ts';
import { communityOf } from './community.ts';

type Body = Readonly<Record<string, unknown>>;

const timeoutMs = 10_000;

export class Callbacks {
  readonly counted = { updatesSent: 0, updatesAcked: 0, updatesGivenUp: 0 };
  readonly #calls = new RepeatedCalls();
  readonly servers = new CallbackServers((url, body) => this.#confirm(url, body));
  /** Communities and people who deny their messages. */
  readonly #denials = new Set<string>();
  #lastMessage = 0;

  close(): void {
    this.#calls.close();
  }

  hasDenied(groupId: number, personId: number): boolean {
    return this.#denials.has(`${groupId}.${personId}`);
  }

  /** `{"origin": "http://127.0.0.1:8080"}`: where calls go. */
  setOrigin({ origin }: Body): string | undefined {
    const problem = originProblem(origin);
    if (problem === undefined) this.#calls.origin = String(origin);
    return problem;
  }

  /**
   * `{"token": "…", "url": "https://…", "secret": "…"}`: the owner of the community enters a server and confirms it.
   */
  setServer({ token, url, secret = '' }: Body): Promise<string | undefined> {
    return this.servers.enter(String(token), url, secret);
  }

  /**
   * `{"token": "…", "person": 500, "act": "allows"}`: a person `allows` messages, `denies` them, or `writes` a `text`.
   */
  act({ token, person, act, text = 'Hello' }: Body): string | undefined {
    const groupId = communityOf(String(token))?.groupId;
    if (groupId === undefined || !Number.isSafeInteger(person) || Number(person) < 1)
      return 'token and person are needed';
    const both = { groupId, personId: Number(person) };
    const pair = `${groupId}.${both.personId}`;
    if (act === 'denies') {
      this.#denials.add(pair);
      this.#send(both, 'message_deny', denyOf(both));
    } else if (act === 'allows') {
      this.#denials.delete(pair);
      this.#send(both, 'message_allow', allowOf(both));
    } else if (act === 'writes') {
      // A person who writes allows the messages again.
      this.#denials.delete(pair);
      this.#lastMessage += 1;
      this.#send(both, 'message_new', writtenOf(both, this.#lastMessage, String(text)));
    } else return 'act must be allows, denies or writes';
    return undefined;
  }

  #send({ groupId }: Person, type: EventType, event: object): void {
    for (const { url, secret } of this.servers.listening(groupId, type)) {
      this.counted.updatesSent += 1;
      this.#calls.add({
        url,
        body: { ...event, ...(secret !== '' && { secret }) },
        headers: (_text, tries) => ({ 'x-retry-counter': String(tries) }),
        isDone: (status, text) => status === 200 && text === 'ok',
        onAcked: () => {
          this.counted.updatesAcked += 1;
        },
        onGivenUp: () => {
          this.counted.updatesGivenUp += 1;
        },
      });
    }
  }

  async #confirm(url: string, body: object): Promise<string> {
    try {
      const response = await fetch(this.#calls.addressOf(url), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(timeoutMs),
      });
      const text = await response.text();
      return response.status === 200 ? text : `status ${response.status}`;
    } catch {
      return 'nothing';
    }
  }
}
