// A dispatch as the partner API and the partner console present it. The messaging API has its own member names and
// shares the recipients only.

import { DISPATCH_STATUSES } from '@volley/domain/dispatches/dispatch-status.ts';
import { CHANNEL_TYPES } from '@volley/domain/sending/channel.ts';
import Type from 'typebox';
import { Count, Datetime, DatetimeOrNull, Id, oneOf, Substitutions } from '../fields.ts';

export const DispatchFields = {
  id: Id,
  name: Type.String(),
  status: oneOf(DISPATCH_STATUSES),
  channelType: Type.Unsafe<string>(oneOf(CHANNEL_TYPES)),
};

export const DispatchTimes = { createdAt: Datetime, startedAt: DatetimeOrNull };

/** The answer to a start or a stop. */
export const MovedDispatch = Type.Object(
  { id: DispatchFields.id, status: DispatchFields.status },
  { title: 'MovedDispatch' },
);

/** Recipients of one time zone, with the first opening of the schedule there. */
export const ZoneTimes = Type.Object(
  {
    timezones: Type.Array(Type.String(), {
      minItems: 1,
      description: 'IANA names. Several: the prefix of the numbers is in use in all of these zones',
    }),
    recipients: Count,
    firstAt: Type.Unsafe<string>({ ...Datetime, description: 'from then on their messages may be sent' }),
    lastAt: Type.Unsafe<string | null>({
      ...DatetimeOrNull,
      description: 'until then; later messages wait for the next allowed hour. null: sending never pauses',
    }),
  },
  { title: 'ZoneTimes' },
);

/** accepted = queued + withOperator + delivered + failed */
export const StateCounts = {
  accepted: Count,
  queued: Count,
  withOperator: Count,
  delivered: Count,
  failed: Count,
};

/** Values of one recipient besides the number. A text that they make too long fails only its own message. */
export const RecipientFields = {
  substitutions: Type.Optional(Substitutions),
  customText: Type.Optional(
    Type.String({
      description:
        'replaces the text of the dispatch; if it is empty, blank or too long, its recipient is refused (7403)',
    }),
  ),
};

/** An unusable number fails only its own message, so the schema bounds its length only. */
const Recipient = Type.Object(
  {
    destination: Type.String({ maxLength: 64, description: 'phone number in digits with country code' }),
    ...RecipientFields,
  },
  { title: 'Recipient' },
);

export const Recipients = Type.Array(Recipient, { minItems: 1, maxItems: 10_000 });

export const SenderIds = Type.Array(Id, { minItems: 1, maxItems: 20, uniqueItems: true });
