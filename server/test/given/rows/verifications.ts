// Rows of verifications, the messages of their codes, and what accounts report about flash calls.
import { oneRow, type Place, statement } from './statement.ts';

export async function countVerifications(place: Place, companyId: number): Promise<number> {
  return (await statement(place, 'select from verifications where company_id = $1', [companyId])).length;
}

export type CodeMessage = {
  readonly uuid: string;
  readonly channelType: string;
  readonly text: string;
  readonly special: Record<string, unknown> | null;
};

/** The message that has the code of the verification. */
export const codeMessageOf = (place: Place, verificationId: string) =>
  oneRow<CodeMessage>(
    place,
    `select m.id as uuid, s.channel_type as "channelType", m.text, m.special_content as special
     from verifications v
     join messages m on m.id = v.message_uuid
     join strands s on s.dispatch_id = m.dispatch_id and s.strand = m.strand
     where v.id = $1`,
    [verificationId],
  );

export async function sealedContentOf(place: Place, messageId: string): Promise<string> {
  const { sealed } = await oneRow<{ sealed: string }>(place, 'select sealed from message_codes where message_id = $1', [
    messageId,
  ]);
  return sealed;
}

/** Reports about the call; `matches`: the reported code is that of the message. */
export const conversionsOf = (place: Place, messageId: string) =>
  statement<{ result: string; matches: boolean | null }>(
    place,
    'select result, code_matches as "matches" from flashcall_conversions where message_uuid = $1',
    [messageId],
  );

/** The channel of the first message with the code, then the channels that may follow. */
export async function plannedChannels(place: Place, verificationId: string): Promise<string[]> {
  const rows = await statement<{ first: string; later: string[] | null }>(
    place,
    `select n.channel_type as first, p.channels as later
     from verification_messages n
     left join verification_plans p on p.verification_id = n.verification_id
     where n.verification_id = $1`,
    [verificationId],
  );
  return rows.flatMap(({ first, later }) => [first, ...(later ?? [])]);
}

type Shares = {
  readonly companyId: number;
  readonly operator: string;
  /** The part of the codes over a channel that was entered. */
  readonly shares: Readonly<Record<string, number>>;
};

/** Replaces the figures of the profile by fifty codes over each channel. */
export async function setScores(
  place: Place,
  profileId: string,
  { companyId, operator, shares }: Shares,
): Promise<void> {
  await statement(place, 'delete from verification_scores where profile_id = $1', [profileId]);
  for (const [channel, share] of Object.entries(shares))
    await statement(
      place,
      `insert into verification_scores
         (profile_id, operator, channel_type, company_id, sent, entered, cost_micros, counted_at)
       values ($1, $2, $3, $4, 50, $5, 100, now())`,
      [profileId, operator, channel, companyId, 50 * share],
    );
}

/** Codes of the profile by operator and channel; `paid`: they have a cost. */
export const scoresOf = (place: Place, profileId: string) =>
  statement(
    place,
    `select operator, channel_type as channel, round(sent) as sent, round(entered) as entered, cost_micros > 0 as paid
     from verification_scores
     where profile_id = $1`,
    [profileId],
  );

/** Codes of the profile by day. */
export const codeDaysOf = (place: Place, profileId: string) =>
  statement(place, 'select sent, entered, expired from verification_conversions where profile_id = $1', [profileId]);
