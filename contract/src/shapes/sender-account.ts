// The account of a sender name at the provider of its channel, as the back office and the partner console present it.
// Secret members are written and never shown.
import { PROTOCOLS } from '@volley/domain/links/provider-protocol.ts';
import Type from 'typebox';
import { Datetime, DatetimeOrNull, Id, oneOf } from '../fields.ts';

const Field = Type.Object(
  { name: Type.String(), isSecret: Type.Boolean(), isOptional: Type.Boolean() },
  { title: 'AccountField' },
);

const Account = Type.Object(
  {
    values: Type.Record(Type.String(), Type.String(), { description: 'members that are not secret' }),
    state: Type.Unsafe<'ready' | 'paused' | 'refused'>({
      ...oneOf(['ready', 'paused', 'refused']),
      description: 'paused, refused: messages of the name wait',
    }),
    problem: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: "the provider's words when it refused the account; new values clear them",
    }),
    problemAt: DatetimeOrNull,
    eventsProblem: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description:
        'why the provider does not report events of the account; checked every hour, messages go all the same',
    }),
    templatesProblem: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'why the templates of the account could not be read; read again within minutes',
    }),
    pausedUntil: DatetimeOrNull,
    changedAt: Datetime,
  },
  { title: 'SenderAccount' },
);

const Kind = Type.Object({ protocol: oneOf(PROTOCOLS), fields: Type.Array(Field) }, { title: 'AccountKind' });

export const AccountProtocol = Type.Optional(
  Type.Unsafe<(typeof PROTOCOLS)[number]>({
    ...oneOf(PROTOCOLS),
    description: 'one of `kinds`; absent: that of the present account, otherwise the first',
  }),
);

export const AccountFields = {
  use: Type.Unsafe<'none' | 'optional' | 'required'>({
    ...oneOf(['none', 'optional', 'required']),
    description: 'none: no provider of the channel takes accounts; required: messages wait without one',
  }),
  fields: Type.Array(Field, { description: 'members of the account, or of a new one at the first provider' }),
  kinds: Type.Array(Kind, {
    maxItems: PROTOCOLS.length,
    description: 'accounts that the providers of the channel take; that of the present account first',
  }),
  account: Type.Union([Account, Type.Null()]),
  templates: Type.Array(
    Type.Object(
      { templateId: Id, pattern: Type.String(), status: Type.String(), problem: Type.String() },
      { title: 'RefusedTemplate' },
    ),
    { maxItems: 50, description: 'templates of the name whose messages the provider refuses, and why' },
  ),
};

export const AccountTest = Type.Object(
  {
    state: Type.Unsafe<'accepted' | 'refused' | 'unreachable'>({
      ...oneOf(['accepted', 'refused', 'unreachable']),
      description: "the provider's answer to a call with the new values",
    }),
    reason: Type.Optional(
      Type.String({ description: "the provider's words; with accepted: it will not report events of the account" }),
    ),
  },
  { title: 'AccountTest' },
);

export const AccountValues = Type.Record(
  Type.String({ pattern: '^[a-zA-Z]{1,40}$' }),
  Type.String({ maxLength: 1000 }),
  {
    maxProperties: 20,
    description: 'every member that `fields` of the kind names, except optional ones; they replace the stored ones',
  },
);
