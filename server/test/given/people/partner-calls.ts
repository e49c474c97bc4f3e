// A partner that calls its API; starts and ends with the tests of a file.
import { afterAll, beforeAll, expect } from 'vitest';
import { type Api, givenApi, givenCompany } from '../api.ts';
import { numberAt } from '../http-client.ts';

export const refused = (code: number, msg: string) => ({
  status: Math.floor(code / 10),
  body: { error: expect.objectContaining({ code, msg }) },
});

export function usePartner() {
  let api: Api;
  let token: string;
  beforeAll(async () => {
    api = await givenApi();
    token = (await api.givenPartner()).token;
  });
  afterAll(() => api.close());

  const call = (method: string, path: string, body?: unknown) =>
    api.call(method, path, { token, ...(body !== undefined && { body }) });
  return {
    api: () => api,
    token: () => token,
    call,
    sql: async (text: string, values: readonly unknown[] = []) =>
      (await api.platform.db.pool.query(text, [...values])).rows,
    newCompany: () => givenCompany(api, token),
    newSender: async (companyId: number, change: object = {}) => {
      const dateFrom = '2024-07-01T00:00:00Z';
      const name = { companyId, senderName: 'Shop', channelType: 'SMS', commonType: 'COMMON', brand: 'MTS', dateFrom };
      return numberAt((await call('POST', '/senders', { ...name, ...change })).body, 'id');
    },
  };
}

/** A recipient that is accepted, then one that is rejected. */
export const dispatchDraft = (companyId: number, senderId: number, change: object = {}) => ({
  companyId,
  name: 'July',
  senderIds: [senderId],
  channelType: 'SMS',
  text: 'Hi',
  messages: [{ destination: '79161230001' }, { destination: '7916' }],
  ...change,
});
