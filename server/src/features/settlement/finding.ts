/** A row that must not exist: what differs, where, and how. */
export type Finding = { readonly what: string; readonly id: string; readonly expected: string; readonly found: string };
