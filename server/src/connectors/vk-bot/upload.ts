// A picture of a message: https://dev.vk.com/api/upload/photo-in-message. VK names an address, which takes the picture,
// and saves it under the community. VK fetches no pictures by itself.
import { multipartOf } from '../../platform/http/multipart.ts';
import type { ProviderReply, ProviderRequest } from '../../platform/http/provider-http.ts';
import type { Answer, Files, Preparation, Verdict } from '../dialect.ts';
import { fileRefused, uploadAnswer } from '../files.ts';
import { listOf, membersOf, textOf, wholeOf } from '../json-members.ts';
import type { Submission } from '../link-job.ts';
import { hearUploadCall } from './hear.ts';
import { methodRequest, type VkApi } from './speak.ts';

type Ask = (request: ProviderRequest) => Promise<ProviderReply>;

/** The fact `attachment`: the picture in the words of `messages.send`. */
export async function uploadPicture(
  api: VkApi,
  { special, account }: Submission,
  ask: Ask,
  files: Files,
): Promise<Preparation> {
  const imageUrl = textOf(special?.['imageUrl']);
  if (imageUrl === '') return { kind: 'prepared', facts: {} };
  const call = (method: string, parameters: Readonly<Record<string, string>>) =>
    ask(methodRequest(api, account, method, parameters));
  return files.once([account?.secrets['token'] ?? '', imageUrl], async () => {
    const file = await files.fetch(imageUrl);
    if ('problem' in file) return fileRefused(`file ${file.problem}`);
    const place = responseOf(await call('photos.getMessagesUploadServer', {}));
    if ('kind' in place) return place;
    const address = textOf(membersOf(place.response)['upload_url']);
    const stored = uploadAnswer(await files.post(address, multipartOf('photo', file)));
    if (stored.kind !== 'answer') return stored;
    const photo = photoOf(stored);
    if (photo === undefined) return fileRefused('upload without a photo');
    const saved = responseOf(await call('photos.saveMessagesPhoto', photo));
    if ('kind' in saved) return saved;
    const attachment = attachmentOf(saved.response);
    return attachment === undefined ? fileRefused('upload without an id') : { kind: 'prepared', facts: { attachment } };
  });
}

/** The parameters by which VK saves the picture. An empty list of photos: it was not a picture. */
function photoOf({ body }: Answer): Record<string, string> | undefined {
  const { server, photo, hash } = membersOf(body);
  const isTaken = textOf(photo) !== '' && textOf(photo) !== '[]' && wholeOf(server) !== undefined;
  return isTaken ? { server: String(server), photo: textOf(photo), hash: textOf(hash) } : undefined;
}

/** With the access key, people other than the first recipient see the picture too. */
function attachmentOf(response: unknown): string | undefined {
  const { owner_id: owner, id, access_key: key } = membersOf(listOf(response)[0]);
  if (wholeOf(owner) === undefined || wholeOf(id) === undefined) return undefined;
  return [`photo${String(owner)}`, String(id), textOf(key)].filter((part) => part !== '').join('_');
}

type Heard = { readonly response: unknown } | Verdict | Exclude<ProviderReply, Answer>;

const responseOf = (reply: ProviderReply): Heard => (reply.kind === 'answer' ? hearUploadCall(reply) : reply);
