// Pictures of messages: an address that takes a picture, and the photos that communities have saved.
import { randomBytes } from 'node:crypto';
import { isFormFile } from '../http-server.ts';
import { type Parameters, refused, textOf, type VkReply } from './vk-reply.ts';

export const photoPath = '/upload.php';
const rememberedMax = 10_000;

export class VkPhotos {
  readonly counted = { uploads: 0 };
  /** Hashes of pictures that were taken and not saved. */
  readonly #taken = new Set<string>();
  /** Attachments in the words of `messages.send`. */
  readonly #saved = new Set<string>();
  #lastId = 456_239_016;

  begin(host: string): VkReply {
    return { response: { album_id: -64, upload_url: `http://${host}${photoPath}?act=do_add`, user_id: 0 } };
  }

  /**
   * The form has the picture under the name `photo`. A file that is not a picture makes an empty list of photos, as at
   * VK.
   */
  take({ photo }: Parameters): object {
    if (!isFormFile(photo) || !photo.type.startsWith('image/')) return { server: 1, photo: '[]', hash: '' };
    this.counted.uploads += 1;
    const hash = randomBytes(16).toString('hex');
    remember(this.#taken, hash);
    return { server: 857_536, photo: JSON.stringify([{ photo: hash.slice(0, 10) }]), hash };
  }

  save(groupId: number, parameters: Parameters): VkReply {
    if (!this.#taken.delete(textOf(parameters['hash']))) return refused(129, 'Invalid photo', parameters);
    this.#lastId += 1;
    const accessKey = randomBytes(9).toString('hex');
    remember(this.#saved, `photo-${groupId}_${this.#lastId}_${accessKey}`);
    return { response: [{ id: this.#lastId, owner_id: -groupId, album_id: -64, access_key: accessKey }] };
  }

  problemOf(parameters: Parameters): VkReply | undefined {
    const { attachment } = parameters;
    return attachment === undefined || this.#saved.has(textOf(attachment))
      ? undefined
      : refused(100, 'One of the parameters specified was missing or invalid: attachment', parameters);
  }
}

function remember(set: Set<string>, value: string): void {
  if (set.size >= rememberedMax) set.clear();
  set.add(value);
}
