// The form of a partner token: prefix, public id, secret, checksum. The public id finds the row, the
// secret proves it, and the checksum lets a leak scanner (and us) tell a token from noise without
// asking the database. Only a digest of the whole token is ever stored; 256 random bits need no slow hash.
import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const PREFIX = 'vpt_';
const PUBLIC_ID_BYTES = 9;
const SECRET_BYTES = 32;
const TOKEN = /^vpt_([\w-]{12})[\w-]{43}[0-9a-f]{8}$/;
const CHECKSUM_LENGTH = 8;

export type MintedToken = { readonly token: string; readonly publicId: string; readonly digest: Buffer };

export function mintToken(): MintedToken {
  const publicId = randomBytes(PUBLIC_ID_BYTES).toString('base64url');
  const stem = `${PREFIX}${publicId}${randomBytes(SECRET_BYTES).toString('base64url')}`;
  const token = `${stem}${checksum(stem)}`;
  return { token, publicId, digest: digestOf(token) };
}

/** The token behind `Bearer`, if the header holds one that we could have issued. */
export function readBearer(authorization: string | undefined): { publicId: string; digest: Buffer } | undefined {
  const token = /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1] ?? '';
  const publicId = TOKEN.exec(token)?.[1];
  if (publicId === undefined || !token.endsWith(checksum(token.slice(0, -CHECKSUM_LENGTH)))) return undefined;
  return { publicId, digest: digestOf(token) };
}

function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

function checksum(stem: string): string {
  return crc32(stem).toString(16).padStart(CHECKSUM_LENGTH, '0');
}
