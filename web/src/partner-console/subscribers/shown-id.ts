/** Tokens of devices have up to 4,096 characters; their beginning is enough to tell them apart. */
const LENGTH_MAX = 48;

export const shownId = (id: string): string => (id.length > LENGTH_MAX ? `${id.slice(0, LENGTH_MAX)}…` : id);
