// Bounds the shape of a JSON text before anything is made of it. V8 needs some microseconds for each member of a large
// object, and as many again whenever it is copied or walked, so a small text of many members would hold up everybody;
// lists cost a hundredth of that. Whether the text is JSON at all is left to the parser.
const DEPTH_MAX = 10;
/** The largest object of the contract has a hundred members. */
export const MEMBERS_MAX = 1_000;
/** The fullest body of the contract has some hundred thousand. */
const VALUES_MAX = 1_000_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** What is wrong with the shape of the body; undefined when nothing is. One pass, no garbage. */
export function scanBody(bytes: Uint8Array): string | undefined {
  /** Members of the objects that are open; a list has none. */
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
        if (depth === DEPTH_MAX) return `is nested deeper than ${DEPTH_MAX}`;
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
        if (members[depth] === MEMBERS_MAX + 1) return `holds an object of more than ${MEMBERS_MAX} members`;
        break;
      case 0x2c: // ,
        values += 1;
        if (values > VALUES_MAX) return `holds more than ${VALUES_MAX} values`;
        break;
      default:
        break;
    }
  }
  return values > VALUES_MAX ? `holds more than ${VALUES_MAX} values` : undefined;
}

/** Where the string that begins here is closed. */
function endOfString(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}
