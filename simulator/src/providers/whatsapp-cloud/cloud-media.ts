// Files that were uploaded to the simulated provider.
import { isFormFile } from '../http-server.ts';
import { type CloudReply, refused } from './cloud-reply.ts';
import { membersOf, textOf } from './cloud-templates.ts';

type Body = Readonly<Record<string, unknown>>;

const types = /^(?:image\/(?:jpeg|png|webp)|video\/(?:mp4|3gpp)|audio\/.+|application\/pdf|text\/plain)$/;
const rememberedMax = 10_000;

export class CloudMedia {
  readonly counted = { uploads: 0 };
  readonly #ids = new Set<string>();
  #lastId = 1_037_543_291_543_636;

  take({ messaging_product: product, file }: Body): CloudReply {
    if (product !== 'whatsapp') return refused(100, 'Param messaging_product must be one of {WHATSAPP}');
    if (!isFormFile(file)) return refused(131_009, '(#100) The parameter file is required.');
    if (!types.test(file.type)) return refused(100, `Param file must be a file of a supported type, not ${file.type}`);
    this.counted.uploads += 1;
    this.#lastId += 1;
    if (this.#ids.size >= rememberedMax) this.#ids.clear();
    this.#ids.add(String(this.#lastId));
    return { status: 200, body: { id: String(this.#lastId) } };
  }

  /** Ids of files must be known, in a message as in the header of a template. */
  problemOf(body: Body): CloudReply | undefined {
    const { id } = membersOf(body[textOf(body['type'])]);
    return id === undefined || this.#ids.has(textOf(id)) ? undefined : refused(131_053, 'Media id is unknown');
  }
}
