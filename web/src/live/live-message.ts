// What tabs and the holder of the stream say to each other.

export type LinkState = 'live' | 'reconnecting' | 'polling';

/** From a tab: whose it is and what it shows now. No topics: it is hidden or about to go. */
export type LiveWish = { readonly person: string; readonly topics: readonly string[] };

export type LiveNews =
  | { readonly kind: 'value'; readonly topic: string; readonly value: unknown }
  | { readonly kind: 'gone'; readonly topic: string }
  | { readonly kind: 'state'; readonly state: LinkState }
  | { readonly kind: 'signed-out' };
