// Templates of an account, moved along the review up to a status.

import type { Api } from '../api.ts';
import { numberAt, type Reply } from '../http-client.ts';
import type { Account } from './account.ts';
import { type GivenStaff, givenStaff } from './staff.ts';

export const LONG_AGO = '2024-07-01T00:00:00Z';
export const FAR = '2099-01-01T00:00:00Z';

export type TemplateDesk = {
  readonly moderator: GivenStaff;
  givenSender(change?: object, of?: Account): Promise<number>;
  givenTemplate(change?: object): Promise<{ id: number; senderNameId: number }>;
  /** Moves the template along the review up to a status. */
  givenTemplateIn(status: string, change?: object): Promise<number>;
  judge(id: number, status: string, managerComment?: string): Promise<Reply>;
};

/** Uses `account` unless another account is named. */
export async function givenTemplateDesk(api: Api, account: Account): Promise<TemplateDesk> {
  const moderator = await givenStaff(api, 'moderator');
  let names = 0;
  const givenSender = async (change: object = {}, { companyId, token }: Account = account) => {
    names += 1;
    const sender = { companyId, senderName: `Shop${names}`, channelType: 'SMS', commonType: 'COMMON', brand: 'MTS' };
    const { body } = await api.call('POST', '/senders', { token, body: { ...sender, dateFrom: LONG_AGO, ...change } });
    return numberAt(body, 'id');
  };
  const givenTemplate = async (change: object = {}) => {
    const senderNameId = await givenSender();
    const draft = { channelType: 'SMS', templateType: 'AUTHORIZE', pattern: 'Code %d', senderNameId };
    const { body } = await account.ask('POST', '/templates', { ...draft, dateFrom: LONG_AGO, ...change }, 'SYSTEM');
    return { id: numberAt(body, 'id'), senderNameId };
  };
  const judge = (id: number, status: string, managerComment?: string) =>
    moderator.ask('POST', `/templates/${id}/status`, {
      status,
      ...(managerComment !== undefined && { managerComment }),
    });
  const givenTemplateIn = async (status: string, change: object = {}) => {
    const { id } = await givenTemplate(status === 'AWAITING' ? { dateFrom: FAR, ...change } : change);
    if (status === 'INTERNAL_REVIEW') return id;
    if (status === 'REJECTED') await judge(id, 'REJECTED', 'Say who you are');
    else await judge(id, 'EXTERNAL_REVIEW');
    if (status === 'APPROVED' || status === 'AWAITING') await judge(id, 'APPROVED');
    if (status === 'DENIED') await judge(id, 'DENIED');
    return id;
  };
  return { moderator, givenSender, givenTemplate, givenTemplateIn, judge };
}

/** The error code of a refusal, or the status. */
export const codeOf = ({ status, body }: Reply) =>
  status < 400 ? status : (body as { error: { code: number } }).error.code; // checked against the contract by the client
export const msgOf = ({ body }: Reply) => (body as { error: { msg: string } }).error.msg; // checked as above
