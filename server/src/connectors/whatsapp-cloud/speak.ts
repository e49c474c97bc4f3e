// Calls of the Cloud API: https://developers.facebook.com/docs/whatsapp/cloud-api. The token and the id of the business
// number belong to the sender name.
import type { SenderAccount } from '@volley/domain/sending/sender-account.ts';
import type { UploadForm } from '../../platform/http/multipart.ts';
import type { ProviderRequest } from '../../platform/http/provider-http.ts';
import { textOf } from '../json-members.ts';
import type { Submission } from '../link-job.ts';
import { statusReference } from './status-reference.ts';

export type CloudApi = {
  readonly basePath: string;
  /** `apiVersion`: the version of the Graph API. `media`: `upload` if files are handed over, else Meta fetches them. */
  readonly settings: Readonly<Record<string, unknown>>;
};

const API_VERSION = 'v24.0';
/** No number has this id. */
const NO_NUMBER = '0';

/** `message`: its type and the content under the name of the type. */
export const messageRequest = (api: CloudApi, submission: Submission, message: object): ProviderRequest => ({
  method: 'POST',
  path: `${numberPath(api, submission.account)}/messages`,
  headers: { 'content-type': 'application/json', ...authorization(submission.account) },
  body: JSON.stringify({
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    to: submission.destination,
    biz_opaque_callback_data: statusReference(submission),
    ...message,
  }),
});

export const mediaRequest = (
  api: CloudApi,
  account: SenderAccount | undefined,
  { headers, bytes }: UploadForm,
): ProviderRequest => ({
  method: 'POST',
  path: `${numberPath(api, account)}/media`,
  headers: { ...headers, ...authorization(account) },
  bytes,
});

/** Without an account: whether the provider answers at all. */
export const numberRequest = (api: CloudApi, account: SenderAccount | undefined): ProviderRequest => ({
  method: 'GET',
  path: `${numberPath(api, account)}?fields=id,verified_name`,
  headers: authorization(account),
});

const numberPath = (api: CloudApi, account: SenderAccount | undefined): string =>
  `${versionPath(api)}/${encodeURIComponent(account?.settings['phoneNumberId'] ?? NO_NUMBER)}`;

export const versionPath = ({ basePath, settings }: CloudApi): string =>
  `${basePath}/${textOf(settings['apiVersion']) || API_VERSION}`;

export function authorization(account: SenderAccount | undefined): Record<string, string> {
  const token = account?.secrets['token'];
  return token === undefined ? {} : { authorization: `Bearer ${token}` };
}
