// Looks at each followed topic once a second for all who follow it, and tells them when it has changed. Whoever comes
// gets the whole of it first, so nobody has to catch up on what was missed. A follower that does not read what it is
// told is cut off, not waited for.
import { Refusal } from '@volley/domain/refusal.ts';
import type { Logger } from '../../platform/log.ts';
import type { FollowedTopic } from '../live-topics.ts';

export type Follower = {
  /** Complete events of the stream. */
  tell(text: string): void;
};

type Feed = {
  readonly topic: FollowedTopic;
  readonly followers: Set<Follower>;
  /** The last value as it goes over the wire, and how many there were before it. */
  last: string | undefined;
  changes: number;
  timer: NodeJS.Timeout | undefined;
};

const LOOK_EVERY_MS = 1_000;

export class StreamHub {
  readonly #feeds = new Map<string, Feed>();
  readonly #log: Pick<Logger, 'warn'>;
  /** Ids of one life of the process never meet those of another. */
  readonly #life = Date.now().toString(36);

  constructor(log: Pick<Logger, 'warn'>) {
    this.#log = log;
  }

  follow(topic: FollowedTopic, follower: Follower): () => void {
    const feed = this.#feeds.get(topic.key) ?? this.#open(topic);
    feed.followers.add(follower);
    if (feed.last !== undefined) follower.tell(this.#event(feed, feed.last));
    return () => {
      feed.followers.delete(follower);
      if (feed.followers.size === 0) this.#close(feed);
    };
  }

  /** How many topics are being looked at. */
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

  /** The next look is a second after this one began, or when it has ended if it took longer. */
  async #look(feed: Feed): Promise<void> {
    const beganMs = performance.now();
    try {
      const value = JSON.stringify((await feed.topic.look()) ?? null);
      if (value !== feed.last) {
        feed.last = value;
        feed.changes += 1;
        this.#tell(feed, this.#event(feed, value));
      }
    } catch (error) {
      if (error instanceof Refusal) {
        this.#tell(feed, goneEvent(feed.topic.name, error.reason));
        feed.followers.clear();
      } else {
        // The database may be away for a while: followers keep the last they saw.
        this.#log.warn({ err: error, topic: feed.topic.name }, 'a topic cannot be seen');
      }
    }
    if (feed.followers.size === 0) return this.#close(feed);
    const waitMs = Math.max(0, beganMs + LOOK_EVERY_MS - performance.now());
    feed.timer = setTimeout(() => void this.#look(feed), waitMs);
  }

  #tell(feed: Feed, text: string): void {
    for (const follower of feed.followers) follower.tell(text);
  }

  #event({ topic, changes }: Feed, value: string): string {
    return `id: ${this.#life}-${changes}\nevent: value\ndata: {"topic":${JSON.stringify(topic.name)},"value":${value}}\n\n`;
  }
}

export function goneEvent(topic: string, reason: string): string {
  return `event: gone\ndata: ${JSON.stringify({ topic, reason })}\n\n`;
}
