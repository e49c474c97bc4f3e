// Valid calls of the partner API; those with ids are shared with the proof that partners are isolated.
import { numberAt } from '../../given/http-client.ts';
import { RIGHT } from '../../isolation/tenants.ts';
import type { Ground } from './ground.ts';
import type { Calls } from './request.ts';

const withIds: Calls = Object.fromEntries(
  Object.entries(RIGHT).map(([id, partsOf]) => [id, ({ tenant }) => partsOf(tenant.ids)]),
);

/** The id of a dispatch with a recipient that was not accepted. */
async function refusingDispatch({ cell, tenant: { token, ids } }: Ground): Promise<number> {
  const draft = { companyId: ids.company, name: 'July', senderIds: [ids.sender], channelType: 'SMS', text: 'Hi' };
  const messages = [{ destination: '79161230000' }, { destination: '12' }];
  const { body } = await cell.call('POST', '/dispatches', { token, body: { ...draft, messages } });
  return numberAt(body, 'id');
}

export const PARTNER_CALLS: Calls = {
  ...withIds,
  issueToken: ({ credentials: { login, password } }) => ({ body: { login, password } }),
  listCompanies: () => ({}),
  listCompanyCallbackSecrets: async ({ cell, tenant: { token, ids } }) => {
    await cell.call('POST', `/company/${ids.company}/callback-secrets`, { token });
    return { params: { id: ids.company } };
  },
  listRejected: async (ground) => ({ params: { id: await refusingDispatch(ground) } }),
  listTariffs: () => ({}),
  listSenderFees: () => ({}),
};
