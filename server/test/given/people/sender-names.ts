// Requests of an account for sender names, as JSON or as a form with files.

import { checkReply } from '../contract-check.ts';
import { BOUNDARY, form, type Part, pdf } from '../document-files.ts';
import type { Reply } from '../http-client.ts';
import type { Account } from './account.ts';

let names = 0;

/** A valid request with a new name. */
export const nameDraft = (change: object = {}) => {
  names += 1;
  const name = { channelType: 'SMS', senderName: `Shop${names}`, commonType: 'COMMON', brand: 'MTS' };
  return { ...name, dateFrom: '2024-07-01T00:00:00Z', ...change };
};

export const jsonPart = (change: object = {}): Part => ({ name: 'body', content: JSON.stringify(nameDraft(change)) });

export const filePart = (number: number, change: Partial<Part> = {}): Part => ({
  name: `file${number}`,
  filename: `doc${number}.pdf`,
  content: pdf(),
  ...change,
});

export type SendForm = (
  parts: readonly Part[],
  options?: { readonly method?: string; readonly path?: string; readonly key?: string },
) => Promise<Reply>;

export const formSenderTo =
  (url: string, { keys }: Account): SendForm =>
  async (parts, { method = 'POST', path = '/sender-names', key } = {}) => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${keys.SYSTEM}`,
        'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      body: new Uint8Array(form(parts)),
    });
    const text = await response.text();
    const body: unknown = JSON.parse(text);
    checkReply(method, `/api/v1${path}`, response.status, body);
    return { status: response.status, headers: response.headers, text, body };
  };
