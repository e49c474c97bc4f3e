/** Returns a value that cannot be absent. Throws if it is: that is a bug. */
export function must<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Error(`${what} is missing`);
  return value;
}
