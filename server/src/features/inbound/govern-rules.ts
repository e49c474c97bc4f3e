// Rules of inbound messages, as staff set them for a company; the transaction is the caller's.
import { Refusal } from '@volley/domain/refusal.ts';
import type { Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { registerEndpoint } from '../callbacks/register-endpoint.ts';
import { getCenter } from '../traffic-centers/traffic-centers.ts';
import type { InboundRule, RuleDraft } from './inbound-rule.ts';
import { countRules, deleteRule, insertRule, selectRule, selectRules, updateRule } from './rules.sql.ts';

type Needs = Pick<Platform, 'secrets' | 'config'>;

const RULES_MAX = 100;

export const listInboundRules = selectRules;

export async function createInboundRule(tx: Tx, needs: Needs, draft: RuleDraft): Promise<InboundRule> {
  await getCenter(tx, draft.companyId, draft.trafficCenterId);
  if ((await countRules(tx, draft.companyId)) >= RULES_MAX)
    throw new Refusal('bad-request', { field: 'companyId', problem: `has ${RULES_MAX} inbound rules already` });
  const endpointId = await endpointOf(tx, needs, draft.companyId, draft.callbackUrl);
  return getRule(tx, await insertRule(tx, { ...draft, endpointId }));
}

export async function changeInboundRule(
  tx: Tx,
  needs: Needs,
  id: number,
  change: Omit<RuleDraft, 'companyId'>,
): Promise<InboundRule> {
  const { companyId } = await getRule(tx, id);
  await getCenter(tx, companyId, change.trafficCenterId);
  const endpointId = await endpointOf(tx, needs, companyId, change.callbackUrl);
  await updateRule(tx, id, { ...change, endpointId });
  return getRule(tx, id);
}

export async function removeInboundRule(tx: Tx, id: number): Promise<void> {
  if (!(await deleteRule(tx, id))) throw new Refusal('not-found', { kind: 'Inbound rule', id });
}

async function getRule(tx: Tx, id: number): Promise<InboundRule> {
  const rule = await selectRule(tx, id);
  if (rule === undefined) throw new Refusal('not-found', { kind: 'Inbound rule', id });
  return rule;
}

async function endpointOf(tx: Tx, needs: Needs, companyId: number, callbackUrl: string | null): Promise<number | null> {
  return callbackUrl === null ? null : registerEndpoint(tx, needs, companyId, callbackUrl, 'MESSAGING');
}
