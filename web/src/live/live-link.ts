// The single stream of a browser, for the topics of all its tabs: over HTTP/1.1 a browser opens at most six connections
// to a host. It runs in a shared worker or in one tab. A broken stream is reopened. After three failures the values are
// polled every ten seconds, and the stream is retried once per minute or when the server responds again. Silence also
// counts as a failure: after a laptop's sleep a dead connection looks idle.
import type { LinkState, LiveNews, LiveWish } from './live-message.ts';

export type Source = { addEventListener(type: string, listener: (event: Event) => void): void; close(): void };

/** The part of the browser that the link uses. */
export type LinkSurroundings = {
  openSource(address: string): Source;
  /** The values of these topics; `signed-out`: no session, undefined: no response. */
  ask(address: string): Promise<Readonly<Record<string, unknown>> | 'signed-out' | undefined>;
};

export type Tell = (client: string, news: LiveNews) => void;

const ROOT = '/console/api/v1';
/** The server's limit of topics per stream; further topics are polled. */
export const TOPICS_MAX = 20;
const GATHER_MS = 50;
const RETRY_MS = 2_000;
const FAILURES_MAX = 3;
const POLL_MS = 10_000;
const TRY_AGAIN_MS = 60_000;
/** Two and a half pings. */
const SILENCE_MS = 40_000;

export class LiveLink {
  readonly #surroundings: LinkSurroundings;
  readonly #tell: Tell;
  readonly #wishes = new Map<string, readonly string[]>();
  readonly #values = new Map<string, unknown>();
  #person = '';
  #state: LinkState = 'reconnecting';
  #source: Source | undefined;
  /** The topics of the open stream. */
  #carried = '';
  #failures = 0;
  #heardMs = 0;
  #gathering: ReturnType<typeof setTimeout> | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #beat: ReturnType<typeof setInterval> | undefined;
  #polledMs = 0;
  /** The last poll had no response. */
  #isAway = false;

  constructor(surroundings: LinkSurroundings, tell: Tell) {
    this.#surroundings = surroundings;
    this.#tell = tell;
  }

  wish(client: string, { person, topics }: LiveWish): void {
    if (person !== this.#person) this.#forget(person);
    const before = this.#wishes.get(client) ?? [];
    this.#wishes.set(client, topics);
    this.#tell(client, { kind: 'state', state: this.#state });
    for (const topic of topics)
      if (!before.includes(topic) && this.#values.has(topic))
        this.#tell(client, { kind: 'value', topic, value: this.#values.get(topic) });
    this.#gather();
  }

  leave(client: string): void {
    if (this.#wishes.delete(client)) this.#gather();
  }

  /** Values belong to the signed-in person. */
  #forget(person: string): void {
    this.#person = person;
    this.#wishes.clear();
    this.#values.clear();
    this.#close();
    this.#failures = 0;
  }

  /** Batches changes that come together into one stream. */
  #gather(): void {
    if (this.#gathering !== undefined) return;
    this.#gathering = setTimeout(() => {
      this.#gathering = undefined;
      this.#follow();
    }, GATHER_MS);
  }

  /** Topics of all tabs, most recently requested first. */
  #topics(): string[] {
    return [...new Set([...this.#wishes.values()].toReversed().flat())];
  }

  #follow(): void {
    const topics = this.#topics();
    for (const topic of this.#values.keys()) if (!topics.includes(topic)) this.#values.delete(topic);
    if (topics.length === 0) return this.#close();
    this.#beat ??= setInterval(() => this.#look(), 1_000);
    const wanted = topics.slice(0, TOPICS_MAX).toSorted().join(',');
    if (wanted !== this.#carried && this.#state !== 'polling') this.#open(wanted);
    else if (this.#state === 'polling') this.#polledMs = 0;
  }

  #open(topics: string): void {
    clearTimeout(this.#retry);
    this.#source?.close();
    this.#carried = topics;
    this.#heardMs = Date.now();
    const source = this.#surroundings.openSource(`${ROOT}/stream?topics=${topics}`);
    this.#source = source;
    const heard = (act: (data: string) => void) => (event: Event) => {
      if (this.#source !== source) return;
      this.#heardMs = Date.now();
      act(event instanceof MessageEvent ? String(event.data) : '');
    };
    source.addEventListener(
      'open',
      heard(() => this.#opened()),
    );
    source.addEventListener(
      'ping',
      heard(() => undefined),
    );
    source.addEventListener(
      'value',
      heard((data) => this.#take(JSON.parse(data) as { topic: string; value: unknown })),
    ); // the format of the server
    source.addEventListener(
      'gone',
      heard((data) => this.#gone((JSON.parse(data) as { topic: string }).topic)),
    ); // the format of the server
    // The session has ended or its rights changed: a poll finds out which.
    source.addEventListener(
      'bye',
      heard(() => this.#fail()),
    );
    source.addEventListener('error', () => {
      if (this.#source === source) this.#fail();
    });
  }

  #opened(): void {
    this.#failures = 0;
    this.#say('live');
  }

  #take({ topic, value }: { topic: string; value: unknown }): void {
    this.#values.set(topic, value);
    this.#tellAbout(topic, { kind: 'value', topic, value });
  }

  #gone(topic: string): void {
    this.#values.delete(topic);
    this.#tellAbout(topic, { kind: 'gone', topic });
  }

  #tellAbout(topic: string, news: LiveNews): void {
    for (const [client, topics] of this.#wishes) if (topics.includes(topic)) this.#tell(client, news);
  }

  #say(state: LinkState): void {
    this.#state = state;
    for (const client of this.#wishes.keys()) this.#tell(client, { kind: 'state', state });
  }

  #fail(): void {
    this.#source?.close();
    this.#source = undefined;
    this.#carried = '';
    this.#failures += 1;
    if (this.#failures >= FAILURES_MAX) {
      if (this.#state !== 'polling') this.#say('polling');
      this.#polledMs = 0;
      this.#retry = setTimeout(() => this.#reopen(), TRY_AGAIN_MS);
    } else {
      this.#say('reconnecting');
      this.#retry = setTimeout(() => this.#reopen(), RETRY_MS);
    }
    // A refused stream carries no reason; a poll does.
    void this.#poll(this.#topics().slice(0, 1));
  }

  #reopen(): void {
    const topics = this.#topics();
    if (topics.length > 0) this.#open(topics.slice(0, TOPICS_MAX).toSorted().join(','));
  }

  /** Runs every second: detects a silent stream and due polls. */
  #look(): void {
    const nowMs = Date.now();
    if (this.#source !== undefined && nowMs - this.#heardMs > SILENCE_MS) this.#fail();
    const topics = this.#state === 'polling' ? this.#topics() : this.#topics().slice(TOPICS_MAX);
    if (topics.length === 0 || nowMs - this.#polledMs < POLL_MS) return;
    this.#polledMs = nowMs;
    for (let at = 0; at < topics.length; at += TOPICS_MAX) void this.#poll(topics.slice(at, at + TOPICS_MAX));
  }

  async #poll(topics: readonly string[]): Promise<void> {
    if (topics.length === 0) return;
    const person = this.#person;
    const values = await this.#surroundings.ask(`${ROOT}/live?topics=${topics.join(',')}`);
    if (person !== this.#person) return;
    const wasAway = this.#isAway;
    this.#isAway = values === undefined;
    if (values === undefined) return;
    if (wasAway && this.#state === 'polling' && this.#source === undefined) this.#reopen();
    if (values === 'signed-out') {
      for (const client of this.#wishes.keys()) this.#tell(client, { kind: 'signed-out' });
      return this.#close();
    }
    for (const [topic, value] of Object.entries(values)) {
      if (value === null) this.#gone(topic);
      else this.#take({ topic, value });
    }
  }

  #close(): void {
    clearTimeout(this.#retry);
    clearInterval(this.#beat);
    this.#beat = undefined;
    this.#source?.close();
    this.#source = undefined;
    this.#carried = '';
    this.#state = 'reconnecting';
  }
}
