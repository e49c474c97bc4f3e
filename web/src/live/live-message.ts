// Messages between tabs and the holder of the stream.

export type LinkState = 'live' | 'reconnecting' | 'polling';

/** From a tab: its person and the topics it shows. No topics: it is hidden or closing. */
export type LiveWish = { readonly person: string; readonly topics: readonly string[] };

export type LiveNews =
  | { readonly kind: 'value'; readonly topic: string; readonly value: unknown }
  | { readonly kind: 'gone'; readonly topic: string }
  | { readonly kind: 'state'; readonly state: LinkState }
  | { readonly kind: 'signed-out' };
