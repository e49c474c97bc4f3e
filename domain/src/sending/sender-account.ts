// The account of a sender name at the provider of its channel: a bot, a business number or a sub-account of a customer.
// Its members depend on the protocol of the link. Secret members are written and never shown.

import type { Protocol } from '../links/provider-protocol.ts';
import type { Fault } from '../refusals/fault.ts';
import { PROBLEM } from '../refusals/problems.ts';

export type AccountField = {
  readonly name: string;
  readonly isSecret: boolean;
  readonly lengthMin: number;
  readonly lengthMax: number;
  readonly isOptional?: true;
  /** An optional field that comes only together with this one. */
  readonly pairedWith?: string;
};

type Values = Readonly<Record<string, string>>;

export type SenderAccount = { readonly settings: Values; readonly secrets: Values };

/** Empty: the protocol has no accounts of sender names. */
export const ACCOUNT_FIELDS: Readonly<Record<Protocol, readonly AccountField[]>> = {
  SMPP: [],
  VOLLEY_HTTP: [
    { name: 'account', isSecret: false, lengthMin: 1, lengthMax: 64 },
    { name: 'secret', isSecret: true, lengthMin: 16, lengthMax: 128 },
  ],
  TELEGRAM_GATEWAY: [],
  TELEGRAM_BOT: [{ name: 'token', isSecret: true, lengthMin: 20, lengthMax: 100 }],
  MAX_BOT: [{ name: 'token', isSecret: true, lengthMin: 20, lengthMax: 200 }],
  VK_BOT: [
    { name: 'token', isSecret: true, lengthMin: 20, lengthMax: 400 },
    // For a Callback API that the owner sets up by hand; without both, the service sets it up. VK shows the string
    // beside the address of the server, and wants it back when it checks the address.
    { name: 'confirmation', isSecret: false, lengthMin: 1, lengthMax: 64, isOptional: true, pairedWith: 'secret' },
    // VK repeats the secret in every call; it takes at most 50 characters.
    { name: 'secret', isSecret: true, lengthMin: 16, lengthMax: 50, isOptional: true, pairedWith: 'confirmation' },
  ],
  WHATSAPP_CLOUD: [
    { name: 'phoneNumberId', isSecret: false, lengthMin: 5, lengthMax: 30 },
    // The business account, whose templates are read.
    { name: 'wabaId', isSecret: false, lengthMin: 5, lengthMax: 30, isOptional: true },
    { name: 'token', isSecret: true, lengthMin: 20, lengthMax: 1_000 },
  ],
  PARTNER_REST: [],
};

/** Printable ASCII without spaces: values go into headers and paths of requests. */
const ALLOWED = /^[!-~]*$/;

export function accountFaults(fields: readonly AccountField[], values: Values): Fault[] {
  const known = new Set(fields.map(({ name }) => name));
  const unknown = Object.keys(values).filter((name) => !known.has(name));
  return [
    ...fields.flatMap((field) => faultOf(field, values)),
    ...unknown.map((name) => ({
      field: `values.${name}`,
      reason: `must be one of ${[...known].join(', ')}`,
      code: 'not-in-list' as const,
    })),
  ];
}

function faultOf({ name, lengthMin, lengthMax, isOptional, pairedWith }: AccountField, values: Values): Fault[] {
  const field = `values.${name}`;
  const value = ownValue(values, name);
  const isWanted = !isOptional || (pairedWith !== undefined && ownValue(values, pairedWith) !== undefined);
  if (value === undefined && !isWanted) return [];
  if (value === undefined) return [{ field, reason: PROBLEM.required, code: 'required' }];
  if (value.length < lengthMin)
    return [{ field, reason: `must be at least ${lengthMin} characters long`, code: 'too-short' }];
  if (value.length > lengthMax)
    return [{ field, reason: `must have at most ${lengthMax} characters`, code: 'too-long' }];
  return ALLOWED.test(value) ? [] : [{ field, reason: 'must be ASCII characters without spaces', code: 'wrong-form' }];
}

/** `values` has no faults. */
export function accountOf(fields: readonly AccountField[], values: Values): SenderAccount {
  const pick = (isSecret: boolean) =>
    Object.fromEntries(
      fields.flatMap((field): [string, string][] => {
        const value = ownValue(values, field.name);
        return field.isSecret === isSecret && value !== undefined ? [[field.name, value]] : [];
      }),
    );
  return { settings: pick(false), secrets: pick(true) };
}

const ownValue = (values: Values, name: string) => (Object.hasOwn(values, name) ? values[name] : undefined);

const WORDS_MAX = 200;
const HIDDEN = '***';
/** A shorter secret would hide ordinary words. */
const SECRET_LENGTH_MIN = 8;

/** A provider's words about an account, for people: one line, at most 200 characters, without the secrets. */
export function providerWords(text: string, secrets: readonly string[]): string {
  const line = hideSecrets(text.toWellFormed(), secrets)
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  return line.slice(0, WORDS_MAX).toWellFormed();
}

export function hideSecrets(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret.length >= SECRET_LENGTH_MIN)
    .reduce((left, secret) => left.replaceAll(secret, HIDDEN), text);
}
