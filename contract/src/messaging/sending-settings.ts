// Wire fields shared by single messages, cascades and dispatches.
import { CASCADE_CONDITIONS, CASCADE_STEPS_MAX } from '@volley/domain/sending/cascade.ts';
import { CHANNEL_TYPES } from '@volley/domain/sending/channel.ts';
import Type from 'typebox';
import { oneOf } from '../fields.ts';
import { CONTENT_DESCRIPTION } from './channel-content.ts';

export const CALLBACK_EVENTS = ['delivered', 'sent', 'read', 'price', 'click'] as const;

/** The channel decides form and limits: CONTENT_BY_CHANNEL. */
export const Content = Type.Unsafe<unknown>({
  title: 'Content',
  type: ['string', 'object'],
  description: CONTENT_DESCRIPTION,
});

export const SenderName = Type.String({
  minLength: 1,
  maxLength: 64,
  description:
    'an approved sender name of the account on this channel; any text on VK, FLASHCALL, TEXT_TO_SPEECH, WEASY and PUSH; `voicecode` on VOICECODE',
});

export const Destination = Type.String({
  maxLength: 64,
  description: 'phone number in digits, country code first; spaces, brackets, hyphens and a plus are ignored',
});

export const ExternalMessageId = Type.String({
  minLength: 1,
  maxLength: 100,
  description: "the client's id, returned in callbacks; need not be unique",
});

const LocalTime = (description: string) =>
  Type.String({ description: `YYYY-MM-DD hh:mm:ss, local time by useLocalTime; ${description}` });

/** The limits depend on the channel and are checked with it. */
export const Ttl = Type.Integer({
  description:
    'lifetime in seconds from the hand-over, 60 to 86400; from 30 for FLASHCALL, VOICECODE, TEXT_TO_SPEECH; default 25 hours',
});

const TAG_FORM = 'may hold Latin letters, digits and _ only, no blanks or hyphens';

export const TAGS_MAX = 10;

export const Tag = Type.String({ minLength: 1, maxLength: 64, pattern: '^\\w+$', 'x-form': TAG_FORM });

/** Times and callbacks, shared by single messages and dispatches. */
export const SendingSettings = {
  tags: Type.Optional(Type.Array(Tag, { maxItems: TAGS_MAX, description: 'search tags; letters, digits and _' })),
  useLocalTime: Type.Optional(
    Type.Boolean({ description: "true (default): the recipient's time zone; false: Moscow" }),
  ),
  localSendTime: Type.Optional(LocalTime('not before; from 12 hours ago to 7 days ahead; at once without it')),
  localCompletionTime: Type.Optional(
    LocalTime('given up then, with error 7060; after localSendTime, at most 70 days ahead'),
  ),
  ttl: Type.Optional(Ttl),
  hours: Type.Optional(
    Type.Array(Type.Integer({ minimum: 0, maximum: 23 }), {
      maxItems: 24,
      uniqueItems: true,
      description: 'hours in which the message may be sent; an empty list means no limit',
    }),
  ),
  days: Type.Optional(
    Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), {
      maxItems: 7,
      uniqueItems: true,
      description: 'weekdays on which the message may be sent, 1 is Monday; an empty list means no limit',
    }),
  ),
  shortUrl: Type.Optional(Type.Boolean({ description: 'replace the URLs of the text by short links' })),
  callbackUrl: Type.Optional(
    Type.String({
      format: 'callback-url',
      maxLength: 2048,
      description:
        'http or https; no private address and no port of another protocol; a login and password in the URL are sent as Basic authorization',
    }),
  ),
  callbackEvents: Type.Optional(
    Type.Array(oneOf(CALLBACK_EVENTS), { maxItems: 10, description: 'default: `delivered`' }),
  ),
};

/** As sent; a step may contain the next one instead of a list. */
export type CascadeStepBody = {
  readonly channelType: (typeof CHANNEL_TYPES)[number];
  readonly senderName: string;
  readonly content: unknown;
  readonly ttl?: number;
  readonly shortUrl?: boolean;
  readonly cascadeCondition?: (typeof CASCADE_CONDITIONS)[number];
  readonly cascade?: readonly CascadeStepBody[] | CascadeStepBody;
};

export const Condition = Type.Unsafe<(typeof CASCADE_CONDITIONS)[number]>({
  ...oneOf(CASCADE_CONDITIONS),
  description:
    'condition for the next step; default not_delivered. not_read on VIBER, WHATSAPP and VK only; absent on the last step and without a cascade',
});

const step = {
  channelType: oneOf(CHANNEL_TYPES),
  senderName: SenderName,
  content: Content,
  ttl: Type.Optional(Ttl),
  shortUrl: Type.Optional(Type.Boolean()),
  cascadeCondition: Type.Optional(Condition),
};

/** Nested steps up to the longest cascade; deeper nesting is refused by the number of steps. */
const nested = (depth: number): object => {
  const inner = depth === 0 ? { type: ['array', 'object'] } : nested(depth - 1);
  const one = Type.Object({ ...step, cascade: Type.Optional(Type.Unsafe(inner)) });
  return { ...one, type: ['array', 'object'], items: one, maxItems: 5 };
};

export const Cascade = {
  cascade: Type.Optional(Type.Unsafe<readonly CascadeStepBody[] | CascadeStepBody>({ ...nested(4), title: 'Cascade' })),
  cascadeCondition: Type.Optional(Condition),
};

const stepShown = Type.Object({
  ...step,
  cascade: Type.Optional(Type.Unsafe({ $ref: '#/components/schemas/CascadeStep', description: 'the next step' })),
});

/** The same for readers of the documentation. */
export const CASCADE_SHOWN = {
  Cascade: {
    description: 'the further steps as a list, or the next step with the later ones nested in it',
    oneOf: [
      { type: 'array', items: { ...stepShown, title: 'CascadeStep' }, maxItems: CASCADE_STEPS_MAX },
      { ...stepShown, title: 'CascadeStep' },
    ],
  },
};
