// Links, blocks, switches and numbers.
import { numberAt } from '../../../given/http-client.ts';
import { type Ground, made, newName, newNumber, trafficOf } from '../ground.ts';
import type { Calls } from '../request.ts';
import { deadLink } from '../traffic.ts';

const routes = [{ brand: 1, priority: 2, weight: 3, price: { value: 0.01, currency: 'RUB' } }];

async function blockedNumber(ground: Ground): Promise<string> {
  const msisdn = newNumber();
  await made(ground, 'PUT', '/blocks/numbers', { msisdn, reason: 'a complaint' });
  return msisdn;
}

async function blockedName(ground: Ground): Promise<string> {
  const name = newName('Blocked');
  await made(ground, 'PUT', '/blocks/names', { name, reason: 'a complaint' });
  return name;
}

const switchDraft = ({ tenant }: Ground) => ({
  name: 'short-links',
  companyId: tenant.ids.company,
  isOn: false,
  reason: 'abuse',
});

async function shortLink(ground: Ground): Promise<string> {
  const { messageUuid } = trafficOf(ground);
  const [row] = await ground.cell.sql<{ code: string }>('select code from short_links where message_id = $1', [
    messageUuid,
  ]);
  if (row === undefined) throw new Error(`message ${messageUuid} has no short link`);
  return row.code;
}

export const OPERATION_CALLS: Calls = {
  adminListLinks: () => ({}),
  adminPutLink: () => ({
    body: { name: newName('link'), brands: [3], host: '127.0.0.1', port: 1, systemId: 'x', password: 'x' },
  }),
  adminChangeLink: async (ground) => ({
    params: { id: await deadLink(ground, newName('link')) },
    body: { enabled: false, ratePerSecond: 10, reason: 'maintenance' },
  }),
  adminListLinkRoutes: (ground) => ({ params: { id: trafficOf(ground).linkId } }),
  adminPutLinkRoutes: (ground) => ({
    params: { id: trafficOf(ground).linkId },
    body: { routes, reason: 'a new contract' },
  }),
  adminListMarginWaits: () => ({}),
  adminListBlockedNumbers: async (ground) => {
    await blockedNumber(ground);
    return {};
  },
  adminBlockNumber: () => ({ body: { msisdn: newNumber(), reason: 'a complaint' } }),
  adminUnblockNumber: async (ground) => ({ body: { msisdn: await blockedNumber(ground) } }),
  adminListBlockedNames: async (ground) => {
    await blockedName(ground);
    return {};
  },
  adminBlockName: () => ({ body: { name: newName('Blocked'), reason: 'a complaint' } }),
  adminUnblockName: async (ground) => ({ body: { name: await blockedName(ground) } }),
  adminGetDestinations: () => ({}),
  adminListSpendAlarms: () => ({}),
  adminListSwitches: async (ground) => {
    await made(ground, 'PUT', '/switches', switchDraft(ground));
    return {};
  },
  adminSetSwitch: (ground) => ({ body: switchDraft(ground) }),
  adminSwitchShortLink: async (ground) => ({
    params: { code: await shortLink(ground) },
    body: { isOn: false },
  }),
  adminEraseNumber: () => ({ body: { destination: newNumber() } }),
  adminGetErasure: async (ground) => {
    const erasure = await made(ground, 'POST', '/numbers/erase', { destination: newNumber() });
    return { params: { id: numberAt(erasure, 'erasureId') } };
  },
  adminPutPortedNumbers: () => ({ body: { items: [{ destination: newNumber(), brand: 'BEELINE' }] } }),
  adminRemovePortedNumbers: async (ground) => {
    const destination = newNumber();
    await made(ground, 'PUT', '/numbers/ported', { items: [{ destination, brand: 'BEELINE' }] });
    return { body: { destinations: [destination] } };
  },
};
