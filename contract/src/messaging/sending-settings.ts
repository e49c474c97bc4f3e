// What single messages, cascades and dispatches have in common on the wire.
import { CASCADE_CONDITIONS, CASCADE_STEPS_MAX } from '@volley/domain/cascade.ts';
import { CHANNEL_TYPES } from '@volley/domain/channel.ts';
import Type from 'typebox';
import { oneOf } from '../fields.ts';

export const CALLBACK_EVENTS = ['delivered', 'sent', 'read', 'price', 'click'] as const;

/** Its form depends on the channel, and so do its limits. */
export const Content = Type.Unsafe<unknown>({
  title: 'Content',
  type: ['string', 'object'],
  description: [
    'A text, or an object with `contentType`; a text means `{"contentType": "text", "text": …}`, and so does an object without `contentType` (on PUSH: `push`).',
    '',
    '| Channel | Content |',
    '|---|---|',
    '| SMS | a text of 1 to 10 parts, without a byte-order mark |',
    '| VK | a text of 1 to 2,048 characters |',
    '| FLASHCALL | a code of 4 digits, up to 6 for accounts that asked for it: the number that calls ends with them |',
    '| VOICECODE | `text` of 1 to 1,000 characters with a code of 4 to 8 digits |',
    '| TEXT_TO_SPEECH | `text` of 1 to 1,000 characters; `voice` FEMALE or MALE; `speed` 0.5 to 2 |',
    '| WHATSAPP | `contentType` text, image, video, document, audio or authentication; `text` up to 4,096; `fileUrl` (https) for files; `caption`, `fileName`, `header.text` and `footer.text` up to 60; `keyboard.buttons`, up to 10 of `type` url, phone or reply; `code`, 4 to 8 characters, for authentication |',
    '| VIBER | as WHATSAPP, with `text` up to 1,000; also `contentType` button with `imageUrl`, `caption`, `action` |',
    '| TELEGRAM, WEASY | `text` up to 4,096; `imageUrl`, `keyboard` |',
    '| PUSH | `contentType` push; `text` of 1 to 1,000; `title` up to 100; `imageUrl`, `action`, `data` |',
  ].join('\n'),
});

export const SenderName = Type.String({
  minLength: 1,
  maxLength: 64,
  description:
    'a usable name of the account on this channel; any on VK, FLASHCALL, TEXT_TO_SPEECH, WEASY and PUSH; `voicecode` on VOICECODE',
});

export const Destination = Type.String({
  maxLength: 64,
  description: 'phone number in digits, country code first; blanks, brackets, hyphens and a plus are passed over',
});

export const ExternalMessageId = Type.String({
  minLength: 1,
  maxLength: 100,
  description: "the client's own id, given back in callbacks; need not be unique",
});

const LocalTime = (description: string) =>
  Type.String({ description: `YYYY-MM-DD hh:mm:ss, wall time by useLocalTime; ${description}` });

/** Its bounds depend on the channel, and so they are checked and named with it. */
export const Ttl = Type.Integer({
  description:
    'lifetime in seconds from the hand-over, 60 to 86400; from 30 for FLASHCALL, VOICECODE, TEXT_TO_SPEECH; 25 hours without it',
});

const TAG_FORM = 'may hold Latin letters, digits and _ only, no blanks or hyphens';

/** Who is told when it may go and what becomes of it: the same for single messages and for dispatches. */
export const SendingSettings = {
  tags: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 64, pattern: '^\\w+$', 'x-form': TAG_FORM }), {
      maxItems: 10,
      description: 'words to find the message by; letters, digits and _',
    }),
  ),
  useLocalTime: Type.Optional(
    Type.Boolean({ description: "true, also when absent: the recipient's time; false: Moscow" }),
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
      description: 'hours in which it may be sent; an empty list is none',
    }),
  ),
  days: Type.Optional(
    Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), {
      maxItems: 7,
      uniqueItems: true,
      description: 'weekdays on which it may be sent, 1 is Monday; an empty list is none',
    }),
  ),
  shortUrl: Type.Optional(Type.Boolean({ description: 'shorten the links of the text' })),
  callbackUrl: Type.Optional(
    Type.String({
      format: 'callback-url',
      maxLength: 2048,
      description:
        'http or https; no private address, and no port of another protocol; a login and password in it are sent as Basic authorization',
    }),
  ),
  callbackEvents: Type.Optional(
    Type.Array(oneOf(CALLBACK_EVENTS), { maxItems: 10, description: '`delivered` when absent or empty' }),
  ),
};

/** As it is sent; a step may hold the next one instead of a list. */
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
    'when the next step follows; not_delivered unless told. not_read on VIBER, WHATSAPP and VK only, and neither on the last step',
});

const step = {
  channelType: oneOf(CHANNEL_TYPES),
  senderName: SenderName,
  content: Content,
  ttl: Type.Optional(Ttl),
  shortUrl: Type.Optional(Type.Boolean()),
  cascadeCondition: Type.Optional(Condition),
};

/** Steps within steps as deep as a cascade may be; a deeper one is refused by its length. */
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
  cascade: Type.Optional(Type.Unsafe({ $ref: '#/components/schemas/CascadeStep', description: 'the step after it' })),
});

/** The same, as people read it. */
export const CASCADE_SHOWN = {
  Cascade: {
    description: 'the further steps, or the next one with those after it inside',
    oneOf: [
      { type: 'array', items: { ...stepShown, title: 'CascadeStep' }, maxItems: CASCADE_STEPS_MAX },
      { ...stepShown, title: 'CascadeStep' },
    ],
  },
};
