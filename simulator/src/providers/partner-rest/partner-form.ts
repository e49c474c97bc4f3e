// Types and readers that both forms of the simulated aggregator use.
import type { PartnerFailure, PartnerOutcome } from './partner-outcome.ts';

export type Body = Readonly<Record<string, unknown>>;

export type PartnerReply = { status: number; body: unknown; losesAnswer?: true };

/** A message as both forms understand it. */
export type PartnerMessage = {
  channel: string;
  sender: string;
  number: string;
  text: string;
  content: Body;
  ttlSeconds: number | undefined;
  /** The id that the client gave the message; the form `key` has none. */
  clientId: string | undefined;
  reportUrl: string | undefined;
};

export type PartnerState = 'delivered' | 'read' | PartnerFailure;

/** How a form shows a message that it has taken, refused or reported. */
export type FormWords = {
  account: string;
  taken(message: PartnerMessage, id: string): PartnerReply;
  refused(what: Extract<PartnerOutcome, { kind: 'refused' }>['what']): PartnerReply;
  throttled: PartnerReply;
  failing: PartnerReply;
  /** The client has sent the id before. */
  duplicate: PartnerReply;
  report(message: PartnerMessage, id: string, state: PartnerState): Body;
};

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

export function membersOf(value: unknown): Body {
  // Checked to be a plain JSON object.
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Body) : {};
}

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const isNumber = (value: string): boolean => /^[1-9]\d{9,14}$/.test(value);

export const wholeOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) ? value : undefined;
