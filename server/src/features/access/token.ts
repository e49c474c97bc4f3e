// Format of a token: prefix (partner or staff), public id, secret, checksum. The public id finds the row, the secret
// proves it, the checksum lets leak scanners and the service recognize a token without the database. Only a digest of
// the whole token is stored; 256 random bits need no slow hash.
import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const PREFIXES = { partner: 'vpt_', staff: 'vst_' } as const;
const PUBLIC_ID_BYTES = 9;
const SECRET_BYTES = 32;
const TOKEN = /^(v[ps]t_)([\w-]{12})[\w-]{43}[0-9a-f]{8}$/;
const CHECKSUM_LENGTH = 8;

export type TokenHolder = keyof typeof PREFIXES;

export type MintedToken = { readonly token: string; readonly publicId: string; readonly digest: Buffer };

export function mintToken(holder: TokenHolder): MintedToken {
  const publicId = randomBytes(PUBLIC_ID_BYTES).toString('base64url');
  const stem = `${PREFIXES[holder]}${publicId}${randomBytes(SECRET_BYTES).toString('base64url')}`;
  const token = `${stem}${checksum(stem)}`;
  return { token, publicId, digest: digestOf(token) };
}

/** The token after `Bearer`; undefined unless prefix and checksum fit the holder. */
export function readBearer(
  holder: TokenHolder,
  authorization: string | undefined,
): { publicId: string; digest: Buffer } | undefined {
  const token = /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1] ?? '';
  const [, prefix, publicId] = TOKEN.exec(token) ?? [];
  if (publicId === undefined || prefix !== PREFIXES[holder]) return undefined;
  if (!token.endsWith(checksum(token.slice(0, -CHECKSUM_LENGTH)))) return undefined;
  return { publicId, digest: digestOf(token) };
}

function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

function checksum(stem: string): string {
  return crc32(stem).toString(16).padStart(CHECKSUM_LENGTH, '0');
}
