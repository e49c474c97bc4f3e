// A picture of a message as an upload: https://dev.max.ru/docs-api/methods/POST/uploads. MAX names an address, which
// takes the picture and answers with its tokens.
import { multipartOf } from '../../platform/http/multipart.ts';
import type { ProviderReply, ProviderRequest } from '../../platform/http/provider-http.ts';
import type { Files, Preparation } from '../dialect.ts';
import { fileRefused, uploadAnswer } from '../files.ts';
import { membersOf, textOf } from '../json-members.ts';
import type { Submission } from '../link-job.ts';
import { hearUploadAddress } from './hear.ts';
import { type MaxApi, uploadRequest } from './speak.ts';

type Ask = (request: ProviderRequest) => Promise<ProviderReply>;

/** The fact `photos`: the tokens of the picture, as JSON. */
export async function uploadPicture(
  api: MaxApi,
  { special, account }: Submission,
  ask: Ask,
  files: Files,
): Promise<Preparation> {
  const imageUrl = textOf(special?.['imageUrl']);
  if (imageUrl === '' || api.settings?.['media'] !== 'upload') return { kind: 'prepared', facts: {} };
  return files.once([account?.secrets['token'] ?? '', imageUrl], async () => {
    const file = await files.fetch(imageUrl);
    if ('problem' in file) return fileRefused(`file ${file.problem}`);
    const place = await ask(uploadRequest(api, account));
    if (place.kind !== 'answer') return place;
    const address = hearUploadAddress(place);
    if (typeof address !== 'string') return address;
    const stored = uploadAnswer(await files.post(address, multipartOf('data', file)));
    if (stored.kind !== 'answer') return stored;
    const photos = membersOf(membersOf(stored.body)['photos']);
    return Object.keys(photos).length === 0
      ? fileRefused('upload without a token')
      : { kind: 'prepared', facts: { photos: JSON.stringify(photos) } };
  });
}
