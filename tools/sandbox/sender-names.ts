// The sender names of the sandbox's companies, for the ready line: messages under any other name are refused with 457.
import { textAt } from '@volley/bench/harness/json.ts';
import type { PartnerClient } from '@volley/bench/harness/partner-client.ts';

export type RegisteredName = {
  readonly companyId: number;
  readonly channelType: string;
  readonly senderName: string;
};

/** A name that several operators have registered is listed once. */
export async function registeredNames(partners: readonly PartnerClient[]): Promise<RegisteredName[]> {
  const names = await Promise.all(partners.map(namesOf));
  const distinct = new Map(names.flat().map((name) => [JSON.stringify(name), name]));
  return [...distinct.values()];
}

async function namesOf(partner: PartnerClient): Promise<RegisteredName[]> {
  const { companyId } = partner;
  const senders = await partner.call('GET', `/senders?companyId=${companyId}`);
  if (!Array.isArray(senders)) throw new Error(`GET /senders of company ${companyId} returned no array`);
  return senders.map((sender: unknown) => ({
    companyId,
    channelType: textAt(sender, 'channelType'),
    senderName: textAt(sender, 'senderName'),
  }));
}
