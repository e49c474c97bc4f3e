// Everything that the calls act on: a partner, an account with a bot and a widget, and staff with every role.
import { STAFF_ROLES } from '@volley/domain/people/staff-role.ts';
import { signUp } from '../../given/api.ts';
import type { Cell } from '../../given/cell.ts';
import { type Bot, givenBot } from '../../given/people/bots.ts';
import { registerName } from '../../given/people/seller.ts';
import { type GivenStaff, givenStaff } from '../../given/people/staff.ts';
import { type GivenWidget, givenVerifier, givenWidget } from '../../given/people/verification.ts';
import { givenOwner, type Owner } from '../../isolation/accounts.ts';
import { givenTenant, type Tenant } from '../../isolation/tenants.ts';

export type Traffic = {
  /** A delivered message with a short link, whose events went to a callback. */
  readonly messageUuid: string;
  /** Link of the message. */
  readonly linkId: number;
};

export type Ground = {
  readonly cell: Cell;
  /** Of a partner. */
  readonly credentials: { readonly login: string; readonly password: string };
  readonly tenant: Tenant;
  readonly owner: Owner;
  readonly bot: Bot;
  readonly widget: GivenWidget;
  /** Its captcha is a proof of work. */
  readonly proofWidget: GivenWidget;
  /** With every role. */
  readonly staff: GivenStaff;
  /** Without a role. */
  readonly newcomer: GivenStaff;
  /** Absent until a link is up. */
  readonly traffic?: Traffic;
};

export async function givenGround(cell: Cell): Promise<Ground> {
  const api = { ...cell, givenPartner: () => signUp(cell.platform, cell.call) };
  const credentials = await api.givenPartner();
  const tenant = await givenTenant(api);
  const owner = await givenOwner(api, { balance: 1_000_000 });
  for (const channelType of ['FLASHCALL', 'VIBER', 'VK']) await registerName(cell, owner, { channelType });
  const { gatewayId } = await givenVerifier(cell, owner, { sendsPerAddress: 1_000, sendsPerNumber: 100 });
  return {
    cell,
    credentials,
    tenant,
    owner,
    bot: await givenBot(cell, owner),
    widget: await givenWidget(cell, owner, { gatewayId }),
    proofWidget: await givenWidget(cell, owner, { gatewayId, captchaType: 'POW' }),
    staff: await givenStaff(cell, ...STAFF_ROLES),
    newcomer: await givenStaff(cell),
  };
}

export function trafficOf({ traffic }: Ground): Traffic {
  if (traffic === undefined) throw new Error('there is no traffic yet');
  return traffic;
}

/** The reply to a request of staff that must succeed. */
export async function made({ staff }: Ground, method: string, path: string, body?: object): Promise<unknown> {
  const reply = await staff.ask(method, path, body);
  if (reply.status >= 300) throw new Error(`${method} ${path} answered ${reply.status}: ${reply.text}`);
  return reply.body;
}

let count = 0;

/** A name that differs from all before it. */
export const newName = (kind: string): string => `${kind}-${(count += 1)}`;

/** A number of MTS that differs from all before it. */
export const newNumber = (): string => String(79_162_000_000 + (count += 1));

/** The current day, in Moscow. */
export function today({ cell }: Ground): string {
  return new Date(cell.now().getTime() + 3 * 3_600_000).toISOString().slice(0, 10);
}
