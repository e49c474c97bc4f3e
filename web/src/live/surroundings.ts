import type { LinkSurroundings } from './live-link.ts';

/** The real browser, for pages and workers. */
export const surroundings: LinkSurroundings = {
  openSource: (address) => new EventSource(address),
  ask: async (address) => {
    try {
      const reply = await fetch(address, { credentials: 'same-origin' });
      if (reply.status === 401) return 'signed-out';
      return reply.ok ? ((await reply.json()) as Readonly<Record<string, unknown>>) : undefined; // topic → value
    } catch {
      return undefined;
    }
  },
};
