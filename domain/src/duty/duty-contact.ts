// Contacts that get notices, and the pauses between attempts.
import type { Severity } from './alert-rule.ts';

export const CONTACT_KINDS = ['TELEGRAM', 'EMAIL', 'WEBHOOK'] as const;
export type ContactKind = (typeof CONTACT_KINDS)[number];

const PAUSES_SECONDS = [10, 30, 60, 120];
const PAUSE_SECONDS_MAX = 300;
/** A notice that is older is worthless: the next reminder tells the state. */
export const NOTICE_AGE_MS_MAX = 6 * 3_600_000;

/**
 * Milliseconds to the next attempt; undefined: give up. `attempts`: made so far. `wantedMs`: asked for by the receiver.
 */
export function nextAttemptMs(attempts: number, ageMs: number, wantedMs = 0): number | undefined {
  if (ageMs >= NOTICE_AGE_MS_MAX) return undefined;
  return Math.max((PAUSES_SECONDS[attempts - 1] ?? PAUSE_SECONDS_MAX) * 1_000, wantedMs);
}

export type AlertReceiver = {
  readonly contactId: number;
  readonly enabled: boolean;
  readonly severities: readonly Severity[];
};

/** A contact does not hear about its own failures. */
export function wantsAlert(
  contact: AlertReceiver,
  alert: { readonly key: string; readonly severity: Severity },
): boolean {
  return (
    contact.enabled &&
    contact.severities.includes(alert.severity) &&
    alert.key !== `contact-failing:${contact.contactId}`
  );
}

/** One address, plain and without display name. */
const EMAIL = /^[^\s@<>(),;:"[\]\\]{1,64}@(?:[\p{L}\d](?:[\p{L}\d-]{0,61}[\p{L}\d])?\.)+[\p{L}\d-]{2,63}$/u;
/** A person or group by id, or a public channel by name. */
const CHAT = /^(?:-?\d{1,20}|@[A-Za-z]\w{4,31})$/;
const BOT_TOKEN = /^\d{1,15}:[\w-]{20,100}$/;

export const isEmailAddress = (text: string): boolean => text.length <= 254 && EMAIL.test(text);
export const isTelegramChat = (text: string): boolean => CHAT.test(text);
export const isBotToken = (text: string): boolean => BOT_TOKEN.test(text);
