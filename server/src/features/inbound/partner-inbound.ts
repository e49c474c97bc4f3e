// Inbound rules and traffic centers of the partner's own companies.
import { must } from '@volley/domain/must.ts';
import type { Actor } from '@volley/domain/people/actor.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { chooseInboundRule } from '@volley/domain/sending/inbound-rule.ts';
import { inTransaction, read, type Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { findCompany, getOwnCompany } from '../companies/find-company.ts';
import type { TrafficCenter } from '../traffic-centers/traffic-center.ts';
import { type CenterDraft, createCenter, listCenters, setDefaultCenter } from '../traffic-centers/traffic-centers.ts';
import { changeInboundRule, createInboundRule, listInboundRules, removeInboundRule } from './govern-rules.ts';
import type { InboundRule, RuleDraft } from './inbound-rule.ts';
import {
  isInboundEnabled,
  selectCenterCompany,
  selectCenterUses,
  updateRuleExceptTarget,
} from './partner-inbound.sql.ts';
import { selectRule } from './rules.sql.ts';

type Needs = Pick<Platform, 'db'>;
type Who = Pick<Actor, 'partnerId'>;

export function readInbound({ db }: Needs, { partnerId }: Who, companyId: number) {
  return read(db, async (tx) => {
    await getOwnCompany(tx, partnerId, companyId);
    return { enabled: await isInboundEnabled(tx, companyId), rules: await listInboundRules(tx, companyId) };
  });
}

export function createPartnerRule(
  { db, ...needs }: Pick<Platform, 'db' | 'secrets' | 'config'>,
  { partnerId }: Who,
  draft: RuleDraft,
): Promise<InboundRule> {
  return inTransaction(db, async (tx) => {
    await getOwnCompany(tx, partnerId, draft.companyId);
    return createInboundRule(tx, needs, draft);
  });
}

/** Absent `callbackUrl`: the rule keeps its target, whose login and password cannot be read back. */
export type RuleChange = {
  readonly trafficCenterId: number;
  readonly callbackUrl?: string | null;
  readonly senderNames: readonly string[];
};

export function changePartnerRule(
  { db, ...needs }: Pick<Platform, 'db' | 'secrets' | 'config'>,
  { partnerId }: Who,
  id: number,
  change: RuleChange,
): Promise<InboundRule> {
  return inTransaction(db, async (tx) => {
    const { companyId } = await ownRule(tx, partnerId, id);
    const { callbackUrl, ...place } = change;
    if (callbackUrl !== undefined) return changeInboundRule(tx, needs, id, { ...place, callbackUrl });
    await checkCenter(tx, companyId, change.trafficCenterId);
    await updateRuleExceptTarget(tx, id, place);
    return ownRule(tx, partnerId, id);
  });
}

export function removePartnerRule({ db }: Needs, { partnerId }: Who, id: number): Promise<void> {
  return inTransaction(db, async (tx) => {
    await ownRule(tx, partnerId, id);
    await removeInboundRule(tx, id);
  });
}

async function ownRule(tx: Tx, partnerId: number, id: number): Promise<InboundRule> {
  const rule = await selectRule(tx, id);
  if (rule === undefined || (await findCompany(tx, partnerId, rule.companyId)) === undefined)
    throw new Refusal('not-found', { kind: 'Inbound rule', id });
  return rule;
}

async function checkCenter(tx: Tx, companyId: number, centerId: number): Promise<void> {
  if ((await selectCenterCompany(tx, centerId)) !== companyId)
    throw new Refusal('not-found', { kind: 'Traffic center', id: centerId });
}

export type InboundMatch = {
  readonly enabled: boolean;
  readonly ruleId: number | null;
  readonly trafficCenterId: number;
  readonly callbackUrl: string | null;
};

/** Chooses the rule as `receiveInbound` does. */
export function matchInbound(
  { db }: Needs,
  { partnerId }: Who,
  { companyId, senderName }: { companyId: number; senderName: string },
): Promise<InboundMatch> {
  return read(db, async (tx) => {
    await getOwnCompany(tx, partnerId, companyId);
    const rule = chooseInboundRule(await listInboundRules(tx, companyId), senderName);
    const centers = await listCenters(tx, companyId);
    const center = rule?.trafficCenterId ?? centers.find(({ isDefault }) => isDefault)?.id;
    if (center === undefined) throw new Error(`company ${companyId} has no default traffic center`);
    const enabled = await isInboundEnabled(tx, companyId);
    return { enabled, ruleId: rule?.id ?? null, trafficCenterId: center, callbackUrl: rule?.callbackUrl ?? null };
  });
}

export type UsedCenter = TrafficCenter & { readonly keys: number; readonly rules: number };

export function listPartnerCenters({ db }: Needs, { partnerId }: Who, companyId: number): Promise<UsedCenter[]> {
  return read(db, async (tx) => {
    await getOwnCompany(tx, partnerId, companyId);
    return withUses(tx, await listCenters(tx, companyId));
  });
}

export function createPartnerCenter({ db }: Needs, { partnerId }: Who, draft: CenterDraft): Promise<UsedCenter> {
  return inTransaction(db, async (tx) => {
    await getOwnCompany(tx, partnerId, draft.companyId);
    return withUsesOf(tx, await createCenter(tx, draft));
  });
}

export function setPartnerDefaultCenter({ db }: Needs, { partnerId }: Who, id: number): Promise<UsedCenter> {
  return inTransaction(db, async (tx) => {
    const companyId = await selectCenterCompany(tx, id);
    if (companyId === undefined || (await findCompany(tx, partnerId, companyId)) === undefined)
      throw new Refusal('not-found', { kind: 'Traffic center', id });
    return withUsesOf(tx, await setDefaultCenter(tx, id));
  });
}

async function withUses(tx: Tx, centers: readonly TrafficCenter[]): Promise<UsedCenter[]> {
  const uses = await selectCenterUses(
    tx,
    centers.map(({ id }) => id),
  );
  return centers.map((center) => ({ ...center, ...(uses.get(center.id) ?? { keys: 0, rules: 0 }) }));
}

const withUsesOf = async (tx: Tx, center: TrafficCenter): Promise<UsedCenter> =>
  must((await withUses(tx, [center]))[0], `traffic center ${center.id}`);
