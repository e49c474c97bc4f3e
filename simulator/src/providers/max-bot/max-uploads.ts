// Uploads of pictures: an address per upload, and the tokens of the pictures that it took.
import { randomBytes } from 'node:crypto';
import { isFormFile } from '../http-server.ts';
import type { Body } from './max-message.ts';
import { type MaxReply, refused } from './max-reply.ts';

export const uploadPath = '/upload.do';
const rememberedMax = 10_000;
const types = ['image', 'video', 'audio', 'file'];

export class MaxUploads {
  readonly counted = { uploads: 0 };
  readonly #open = new Set<string>();
  readonly #tokens = new Set<string>();

  knows(token: string): boolean {
    return this.#tokens.has(token);
  }

  begin(query: URLSearchParams, host: string): MaxReply {
    if (!types.includes(query.get('type') ?? '')) return refused(400, 'proto.payload', 'Unknown upload type');
    const id = randomBytes(12).toString('base64url');
    remember(this.#open, id);
    return { status: 200, body: { url: `http://${host}${uploadPath}?id=${id}` } };
  }

  /** The form has the picture under the name `data`. An address takes one. */
  take(query: URLSearchParams, { data }: Body): MaxReply {
    if (!this.#open.delete(query.get('id') ?? '')) return refused(403, 'upload.unknown', 'Unknown upload');
    if (!isFormFile(data) || !data.type.startsWith('image/')) return refused(415, 'upload.type', 'Not a picture');
    this.counted.uploads += 1;
    const token = randomBytes(24).toString('base64');
    remember(this.#tokens, token);
    return { status: 200, body: { photos: { [randomBytes(12).toString('base64')]: { token } } } };
  }
}

function remember(set: Set<string>, value: string): void {
  if (set.size >= rememberedMax) set.clear();
  set.add(value);
}
