// The GSM 7-bit default alphabet with its extension table, one septet per octet as SMPP carries it. National shift
// tables are left out: the operators served do not use them.

/** Position in the string is the septet; position 27 is the escape and stands for no character. */
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\u001bÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
  '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';

const ESCAPE = 0x1b;

const EXTENSION: readonly (readonly [number, string])[] = [
  [0x0a, '\f'],
  [0x14, '^'],
  [0x28, '{'],
  [0x29, '}'],
  [0x2f, '\\'],
  [0x3c, '['],
  [0x3d, '~'],
  [0x3e, ']'],
  [0x40, '|'],
  [0x65, '€'],
];

/** Septets a UTF-16 unit costs: 0 outside the alphabet, 1 basic, 2 extension. */
export const SEPTETS_OF_UNIT = new Uint8Array(65_536);
const septetOfUnit = new Uint8Array(65_536);
const charOfExtension = new Map(EXTENSION);

for (let septet = 0; septet < BASIC.length; septet += 1) {
  if (septet === ESCAPE) continue;
  SEPTETS_OF_UNIT[BASIC.charCodeAt(septet)] = 1;
  septetOfUnit[BASIC.charCodeAt(septet)] = septet;
}
for (const [septet, char] of EXTENSION) {
  SEPTETS_OF_UNIT[char.charCodeAt(0)] = 2;
  septetOfUnit[char.charCodeAt(0)] = septet;
}

/** Unpacked septets; a character outside the alphabet is a mistake of the caller. */
export function encodeGsm7(text: string): Uint8Array {
  const septets = new Uint8Array(text.length * 2);
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    const cost = SEPTETS_OF_UNIT[unit];
    if (cost === 0) throw new RangeError(`character U+${unit.toString(16)} is outside the GSM 7-bit alphabet`);
    if (cost === 2) {
      septets[length] = ESCAPE;
      length += 1;
    }
    septets[length] = septetOfUnit[unit] ?? 0;
    length += 1;
  }
  return septets.slice(0, length);
}

/**
 * Never fails, because it reads what networks send: an unknown extension shows the basic character and a lone escape
 * a space, as the standard asks of a phone; an octet above 127 becomes the replacement character.
 */
export function decodeGsm7(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 1) {
    const septet = bytes[at] ?? 0;
    if (septet !== ESCAPE) {
      text += BASIC[septet] ?? '\ufffd';
      continue;
    }
    const next = bytes[at + 1];
    if (next === undefined || next === ESCAPE) {
      text += ' ';
    } else {
      text += charOfExtension.get(next) ?? BASIC[next] ?? '\ufffd';
    }
    at += next === undefined ? 0 : 1;
  }
  return text;
}
