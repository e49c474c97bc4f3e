// The shared worker of all tabs. It holds the stream; tabs send their topics and receive values.
import { LiveLink } from './live-link.ts';
import type { LiveWish } from './live-message.ts';
import { surroundings } from './surroundings.ts';

type Hello = { readonly client: string; readonly wish: LiveWish };

const ports = new Map<string, MessagePort>();
const link = new LiveLink(surroundings, (client, news) => ports.get(client)?.postMessage(news));

// The scope of a shared worker, which the DOM types do not declare.
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

/** A tab holds a lock of its name while it lives; acquiring the lock means that the tab is gone. */
function awaitEnd(client: string): void {
  void navigator.locks?.request(client, () => {
    ports.delete(client);
    link.leave(client);
  });
}
