// The worker that all tabs of a browser share. It holds the stream; a tab says what it shows and hears what is new.
import { LiveLink } from './live-link.ts';
import type { LiveWish } from './live-message.ts';
import { surroundings } from './surroundings.ts';

type Hello = { readonly client: string; readonly wish: LiveWish };

const ports = new Map<string, MessagePort>();
const link = new LiveLink(surroundings, (client, news) => ports.get(client)?.postMessage(news));

// A shared worker's own scope; the types of a page do not name it.
const scope = globalThis as unknown as { onconnect: ((event: MessageEvent) => void) | null };

scope.onconnect = ({ ports: [port] }) => {
  if (port === undefined) return;
  port.onmessage = ({ data }: MessageEvent<Hello>) => {
    const { client, wish } = data;
    if (!ports.has(client)) awaitEnd(client);
    ports.set(client, port);
    link.wish(client, wish);
  };
};

/** A tab holds a lock of its name as long as it lives; whoever gets it afterwards knows that it is gone. */
function awaitEnd(client: string): void {
  void navigator.locks?.request(client, () => {
    ports.delete(client);
    link.leave(client);
  });
}
