// A file of a message as an upload: https://developers.facebook.com/docs/whatsapp/cloud-api/reference/media. Meta keeps
// it for 30 days.
import { readProviderId } from '@volley/domain/links/provider-answer.ts';
import { cleanType, multipartOf } from '../../platform/http/multipart.ts';
import type { ProviderReply, ProviderRequest } from '../../platform/http/provider-http.ts';
import type { Files, Preparation } from '../dialect.ts';
import { fileRefused } from '../files.ts';
import { membersOf } from '../json-members.ts';
import type { Submission } from '../link-job.ts';
import { fileUrlOf } from './content.ts';
import { hearMessage } from './hear.ts';
import { type CloudApi, mediaRequest } from './speak.ts';

type Ask = (request: ProviderRequest) => Promise<ProviderReply>;

/** The fact `mediaId`: the id of the file at Meta. */
export async function uploadFile(
  api: CloudApi,
  { special, account }: Submission,
  ask: Ask,
  files: Files,
): Promise<Preparation> {
  const url = fileUrlOf(special);
  if (url === undefined || api.settings['media'] !== 'upload') return { kind: 'prepared', facts: {} };
  const words = [account?.secrets['token'] ?? '', account?.settings['phoneNumberId'] ?? '', url];
  return files.once(words, async () => {
    const file = await files.fetch(url);
    if ('problem' in file) return fileRefused(`file ${file.problem}`);
    const form = multipartOf('file', file, { messaging_product: 'whatsapp', type: cleanType(file.contentType) });
    const reply = await ask(mediaRequest(api, account, form));
    if (reply.kind !== 'answer') return reply;
    const mediaId = readProviderId(membersOf(reply.body)['id']);
    if (reply.status < 300 && mediaId !== undefined) return { kind: 'prepared', facts: { mediaId } };
    const heard = hearMessage(reply);
    // Meta refuses the file, so the message cannot have it.
    return heard.kind === 'refused' ? fileRefused(heard.providerCode) : unheard(heard);
  });
}

const unheard = (heard: ReturnType<typeof hearMessage>): Preparation =>
  heard.kind === 'taken' ? { kind: 'lost', reason: 'the answer has no id of the file' } : heard;
