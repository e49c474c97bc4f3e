// Bounds the shape of a JSON text before it is parsed. V8 needs a few microseconds for each member of a large object,
// again whenever it is copied or walked, so a small text with many members would block the loop; lists cost a hundredth
// of that. The parser decides whether the text is JSON.
const DEPTH_MAX = 10;
/** The largest object of the contract has a hundred members. */
export const MEMBERS_MAX = 1_000;
/** The largest body of the contract has a few hundred thousand values. */
const VALUES_MAX = 1_000_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** The fault of the shape; undefined: none. Makes a single pass without allocations. */
export function scanBody(bytes: Uint8Array): string | undefined {
  /** Member counts of the open objects; 0 for a list. */
  const members = new Uint32Array(DEPTH_MAX + 1);
  let depth = 0;
  let values = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    switch (bytes[at] ?? 0) {
      case QUOTE:
        at = endOfString(bytes, at + 1);
        break;
      case 0x7b: // {
      case 0x5b: // [
        if (depth === DEPTH_MAX) return `must be nested at most ${DEPTH_MAX} levels deep`;
        depth += 1;
        members[depth] = 0;
        values += 1;
        break;
      case 0x7d: // }
      case 0x5d: // ]
        if (depth > 0) depth -= 1;
        break;
      case 0x3a: // :
        members[depth] = (members[depth] ?? 0) + 1;
        if (members[depth] === MEMBERS_MAX + 1) return `must have at most ${MEMBERS_MAX} members per object`;
        break;
      case 0x2c: // ,
        values += 1;
        if (values > VALUES_MAX) return `must have at most ${VALUES_MAX} values`;
        break;
      default:
        break;
    }
  }
  return values > VALUES_MAX ? `must have at most ${VALUES_MAX} values` : undefined;
}

/** Position of the closing quote. */
function endOfString(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}
