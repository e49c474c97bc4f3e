/** A row that must not exist: the check, the object, the stored value and the recounted value. */
export type Finding = { readonly what: string; readonly id: string; readonly expected: string; readonly found: string };
