import { must } from '@volley/domain/must.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { InboundRule, RuleDraft } from './inbound-rule.ts';

const SELECT = `
  select
    r.id,
    r.company_id as "companyId",
    r.traffic_center_id as "trafficCenterId",
    e.url as "callbackUrl",
    r.sender_names as "senderNames",
    r.created_at as "createdAt"
  from inbound_rules r
  left join callback_endpoints e on e.id = r.callback_endpoint_id`;

export function selectRules(tx: Tx, companyId: number | undefined): Promise<InboundRule[]> {
  return tx.query<InboundRule>(
    `${SELECT}
     where ($1::int is null or r.company_id = $1)
     order by r.id
     limit 1000`,
    [companyId ?? null],
  );
}

export async function selectRule(tx: Tx, id: number): Promise<InboundRule | undefined> {
  const rows = await tx.query<InboundRule>(
    `${SELECT}
     where r.id = $1`,
    [id],
  );
  return rows[0];
}

/** Serializes the creation of rules of a company, so that `countRules` enforces the limit. */
export async function lockRules(tx: Tx, companyId: number): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtext('inbound-rules'), $1)`, [companyId]);
}

export async function countRules(tx: Tx, companyId: number): Promise<number> {
  const rows = await tx.query<{ count: number }>(
    `select count(*)::int as count
     from inbound_rules
     where company_id = $1`,
    [companyId],
  );
  return must(rows[0], `number of inbound rules of company ${companyId}`).count;
}

export type ChosenRule = {
  readonly id: number;
  readonly companyId: number;
  readonly trafficCenterId: number;
  readonly targetId: number | null;
  readonly senderNames: readonly string[];
};

export async function selectRulesOfCompanies(
  tx: Tx,
  companyIds: readonly number[],
): Promise<ReadonlyMap<number, readonly ChosenRule[]>> {
  const rows = await tx.query<ChosenRule>(
    `select
       id,
       company_id as "companyId",
       traffic_center_id as "trafficCenterId",
       callback_endpoint_id as "targetId",
       sender_names as "senderNames"
     from inbound_rules
     where company_id = any($1::int[])`,
    [companyIds],
  );
  return Map.groupBy(rows, (row) => row.companyId);
}

type RuleRow = Omit<RuleDraft, 'callbackUrl'> & { readonly targetId: number | null };

export async function insertRule(tx: Tx, row: RuleRow): Promise<number> {
  const rows = await tx.query<{ id: number }>(
    `insert into inbound_rules (company_id, traffic_center_id, callback_endpoint_id, sender_names, created_at)
     values ($1, $2, $3, $4, $5)
     returning id`,
    [row.companyId, row.trafficCenterId, row.targetId, row.senderNames, tx.now],
  );
  return must(rows[0], `stored inbound rule of company ${row.companyId}`).id;
}

export async function updateRule(tx: Tx, id: number, row: Omit<RuleRow, 'companyId'>): Promise<void> {
  await tx.query(
    `update inbound_rules
     set
       traffic_center_id = $2,
       callback_endpoint_id = $3,
       sender_names = $4
     where id = $1`,
    [id, row.trafficCenterId, row.targetId, row.senderNames],
  );
}

export async function deleteRule(tx: Tx, id: number): Promise<boolean> {
  const rows = await tx.query('delete from inbound_rules where id = $1 returning id', [id]);
  return rows.length === 1;
}
