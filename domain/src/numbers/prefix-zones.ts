// Finds the time zone of a number by its longest known prefix: a walk down a tree of digits. A lookup reads each digit
// once, at most as many as the longest prefix has, and allocates nothing.

export type PrefixZones = {
  /** `digits` start with the calling code. Undefined: no prefix of the number is known. */
  readonly find: (digits: string) => string | undefined;
};

const ZERO = 48;
const ROOT = 0;

/** `timezone` as in `timezone.ts`: a name, or the names of a set. */
export function buildPrefixZones(
  rows: readonly { readonly timezone: string; readonly prefixes: readonly string[] }[],
): PrefixZones {
  /** Ten per node: the child of each digit. The root is no child, so its number means that there is none. */
  const children: number[] = newNode();
  const zones: (string | undefined)[] = [undefined];

  function childOf(node: number, digit: number): number {
    const known = children[node * 10 + digit] ?? ROOT;
    if (known !== ROOT) return known;
    children[node * 10 + digit] = zones.length;
    children.push(...newNode());
    return zones.push(undefined) - 1;
  }

  for (const { timezone, prefixes } of rows) {
    for (const prefix of prefixes) {
      if (!/^\d+$/.test(prefix)) throw new RangeError(`prefix "${prefix}" of ${timezone} is not a number`);
      const node = Array.from(prefix, Number).reduce(childOf, ROOT);
      if (zones[node] !== undefined) throw new RangeError(`prefix ${prefix} has two time zones`);
      zones[node] = timezone;
    }
  }
  const packed = Uint32Array.from(children);

  function find(digits: string): string | undefined {
    let found: string | undefined;
    let node = ROOT;
    for (let at = 0; at < digits.length; at += 1) {
      node = packed[node * 10 + digits.charCodeAt(at) - ZERO] ?? ROOT;
      if (node === ROOT) return found;
      found = zones[node] ?? found;
    }
    return found;
  }

  return { find };
}

const newNode = () => Array.from({ length: 10 }, () => ROOT);
