/** What scripts may rely on. */
export const EXIT = { ok: 0, error: 1, usage: 2, auth: 3 } as const;
