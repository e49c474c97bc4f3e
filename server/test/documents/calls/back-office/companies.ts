// Partners, companies, their traffic centers, inbound rules, keys and callbacks.
import { randomUUID } from 'node:crypto';
import { numberAt, textAt } from '../../../given/http-client.ts';
import { type Ground, made, newName, today, trafficOf } from '../ground.ts';
import type { Calls } from '../request.ts';

export async function newPartner(ground: Ground): Promise<number> {
  const draft = { login: newName('partner'), password: randomUUID() };
  return numberAt(await made(ground, 'POST', '/partners', draft), 'partnerId');
}

const ofCompany = ({ owner }: Ground) => ({ params: { id: owner.companyId } });

async function newCenter(ground: Ground): Promise<number> {
  const draft = { companyId: ground.tenant.ids.company, name: newName('Center') };
  return numberAt(await made(ground, 'POST', '/traffic-centers', draft), 'id');
}

async function ruleDraft(ground: Ground) {
  return { companyId: ground.tenant.ids.company, trafficCenterId: await newCenter(ground), senderNames: ['Shop'] };
}

async function newRule(ground: Ground): Promise<number> {
  return numberAt(await made(ground, 'POST', '/inbound-rules', await ruleDraft(ground)), 'id');
}

const keyDraft = ({ owner }: Ground) => ({ companyId: owner.companyId, name: newName('Key'), type: 'MESSAGES' });

async function newKey(ground: Ground): Promise<{ params: { id: string } }> {
  return { params: { id: textAt(await made(ground, 'POST', '/keys', keyDraft(ground)), 'keyId') } };
}

export const COMPANY_CALLS: Calls = {
  adminCreatePartner: () => ({ body: { login: newName('partner'), password: randomUUID(), currency: 'RUB' } }),
  adminListPartners: () => ({}),
  adminGetPartner: ({ owner }) => ({ params: { id: owner.partnerId } }),
  adminSetPartnerStatus: async (ground) => ({ params: { id: await newPartner(ground) }, body: { status: 'DISABLED' } }),
  adminSetPartnerCountries: async (ground) => ({
    params: { id: await newPartner(ground) },
    body: { allowedCountries: ['RU', 'KZ'] },
  }),
  adminChangePartnerPassword: async (ground) => ({
    params: { id: await newPartner(ground) },
    body: { password: randomUUID() },
  }),
  adminListCompanies: () => ({}),
  adminGetCompany: ofCompany,
  adminChangeCompany: (ground) => ({ ...ofCompany(ground), body: { inboundEnabled: true, reason: 'the contract' } }),
  adminListCompanyAccounts: () => ({}),
  adminGetCompanyActivity: ofCompany,
  adminListTrafficCenters: ({ tenant }) => ({ query: { companyId: tenant.ids.company } }),
  adminCreateTrafficCenter: ({ tenant }) => ({ body: { companyId: tenant.ids.company, name: newName('Center') } }),
  adminSetDefaultTrafficCenter: async (ground) => ({ params: { id: await newCenter(ground) } }),
  adminListInboundRules: async (ground) => {
    await newRule(ground);
    return { query: { companyId: ground.tenant.ids.company } };
  },
  adminCreateInboundRule: async (ground) => ({ body: await ruleDraft(ground) }),
  adminChangeInboundRule: async (ground) => ({
    params: { id: await newRule(ground) },
    body: { trafficCenterId: await newCenter(ground), callbackUrl: ground.cell.sink.url('/inbound') },
  }),
  adminRemoveInboundRule: async (ground) => ({ params: { id: await newRule(ground) } }),
  adminCreateKey: (ground) => ({ body: keyDraft(ground) }),
  adminListKeys: ({ owner }) => ({ query: { companyId: owner.companyId } }),
  adminDeactivateKey: newKey,
  adminReissueKey: newKey,
  adminAllowKeyAddresses: async (ground) => ({ ...(await newKey(ground)), body: { allowedAddresses: ['127.0.0.1'] } }),
  // The account has a callback target since its message of the traffic.
  adminRotateCallbackSecret: ofCompany,
  adminListCallbackSecrets: ofCompany,
  adminListCallbackEndpoints: ofCompany,
  adminListCallbackAttempts: (ground) => ({ ...ofCompany(ground), query: { limit: 10 } }),
  adminReplayCallbacks: (ground) => ({
    ...ofCompany(ground),
    body: { what: 'message', messageUuid: trafficOf(ground).messageUuid },
  }),
  adminExplainPrice: (ground) => ({ params: { id: trafficOf(ground).messageUuid } }),
  adminTraceMessage: (ground) => ({ params: { id: trafficOf(ground).messageUuid } }),
  adminGetMargin: (ground) => ({ query: { from: today(ground), to: today(ground), by: 'company' } }),
};
