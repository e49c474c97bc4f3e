// Takes a snapshot of each followed topic once per second for all its followers and sends it when it has changed. A new
// follower gets the full value first, so that it needs no history. A follower that does not read is disconnected.
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import type { Logger } from '../../platform/log.ts';
import type { FollowedTopic } from '../presentation/live-topics.ts';

export type Follower = {
  /** Complete server-sent events. */
  send(text: string): void;
};

type Feed = {
  readonly topic: FollowedTopic;
  readonly followers: Set<Follower>;
  /** The last value as sent, and the number of values before it. */
  last: string | undefined;
  changes: number;
  timer: NodeJS.Timeout | undefined;
};

const LOOK_EVERY_MS = 1_000;

export class StreamHub {
  readonly #feeds = new Map<string, Feed>();
  readonly #log: Pick<Logger, 'warn'>;
  /** Distinguishes the event ids of this process from those of earlier ones. */
  readonly #life = Date.now().toString(36);

  constructor(log: Pick<Logger, 'warn'>) {
    this.#log = log;
  }

  follow(topic: FollowedTopic, follower: Follower): () => void {
    const feed = this.#feeds.get(topic.key) ?? this.#open(topic);
    feed.followers.add(follower);
    if (feed.last !== undefined) follower.send(this.#event(feed, feed.last));
    return () => {
      feed.followers.delete(follower);
      if (feed.followers.size === 0) this.#close(feed);
    };
  }

  /** Number of followed topics. */
  get topics(): number {
    return this.#feeds.size;
  }

  #open(topic: FollowedTopic): Feed {
    const feed: Feed = { topic, followers: new Set(), last: undefined, changes: 0, timer: undefined };
    this.#feeds.set(topic.key, feed);
    feed.timer = setTimeout(() => void this.#look(feed), 0);
    return feed;
  }

  #close(feed: Feed): void {
    clearTimeout(feed.timer);
    if (this.#feeds.get(feed.topic.key) === feed) this.#feeds.delete(feed.topic.key);
  }

  /** The next snapshot is taken a second after this one began, or at once if it took longer. */
  async #look(feed: Feed): Promise<void> {
    const beganMs = performance.now();
    try {
      const value = JSON.stringify((await feed.topic.look()) ?? null);
      if (value !== feed.last) {
        feed.last = value;
        feed.changes += 1;
        this.#send(feed, this.#event(feed, value));
      }
    } catch (error) {
      if (error instanceof Refusal) {
        this.#send(feed, goneEvent(feed.topic.name, error.reason));
        feed.followers.clear();
      } else {
        // During an outage of the database followers keep the last value.
        this.#log.warn({ err: error, topic: feed.topic.name }, 'snapshot of a topic failed');
      }
    }
    if (feed.followers.size === 0) return this.#close(feed);
    const waitMs = Math.max(0, beganMs + LOOK_EVERY_MS - performance.now());
    feed.timer = setTimeout(() => void this.#look(feed), waitMs);
  }

  #send(feed: Feed, text: string): void {
    for (const follower of feed.followers) follower.send(text);
  }

  #event({ topic, changes }: Feed, value: string): string {
    return `id: ${this.#life}-${changes}\nevent: value\ndata: {"topic":${JSON.stringify(topic.name)},"value":${value}}\n\n`;
  }
}

export function goneEvent(topic: string, reason: string): string {
  return `event: gone\ndata: ${JSON.stringify({ topic, reason })}\n\n`;
}
