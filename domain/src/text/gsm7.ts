// GSM 7-bit default alphabet with the extension table, one septet per octet as in SMPP. National shift tables are not
// supported: no served operator uses them.

/** The index in the string is the septet; index 27 is the escape. */
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

/** Septets per UTF-16 unit: 0 outside the alphabet, 1 basic, 2 extension. */
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

/** Unpacked septets. Throws for a character outside the alphabet. */
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
 * Never throws: the input comes from networks. Per the standard an unknown extension decodes to the basic character
 * and a lone escape to a space. An octet above 127 decodes to U+FFFD.
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
