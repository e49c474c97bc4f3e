// Figures and stops of verification codes, as the partner console and the back office present them.
import Type from 'typebox';
import { Count, Datetime, Id, Money, MoneyOrNull, oneOf, StringOrNull } from '../fields.ts';

export const ShortId = Type.String({ pattern: '^[0-9A-Za-z]{6}$' });

const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'in Europe/Moscow' });

/** Days, both included. */
export const FigureQuery = {
  companyId: Type.Optional(Id),
  from: Day,
  to: Day,
};

export const Conversions = Type.Object({
  items: Type.Array(
    Type.Object({
      day: Day,
      gatewayId: ShortId,
      channelType: Type.String(),
      operator: Type.String({ description: 'brand of a Russian number, else the country' }),
      sent: Count,
      delivered: Count,
      entered: Count,
      expired: Count,
      cost: Money,
    }),
  ),
});

export const WidgetErrors = Type.Object({
  items: Type.Array(
    Type.Object({
      companyId: Id,
      widgetId: ShortId,
      widgetName: Type.String(),
      day: Day,
      code: Type.Integer({ description: 'number that the widget shows' }),
      count: Count,
    }),
  ),
});

export const STOP_KINDS = ['PREFIX', 'DAY'] as const;

export const Stops = Type.Object({
  items: Type.Array(
    Type.Object({
      kind: oneOf(STOP_KINDS),
      companyId: Id,
      companyName: Type.String(),
      gatewayId: ShortId,
      gatewayName: Type.String(),
      widgetId: StringOrNull,
      widgetName: StringOrNull,
      prefix: Type.Unsafe<string | null>({
        type: ['string', 'null'],
        description: 'numbers without their last four digits',
      }),
      day: Day,
      at: Datetime,
      inForce: Type.Boolean(),
      newNumbersOnly: Type.Boolean({
        description: 'DAY: codes stop for new numbers only; a fifth of the limit is left for known ones',
      }),
      sent: Count,
      entered: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
      spent: MoneyOrNull,
      limit: MoneyOrNull,
    }),
  ),
});

export const LiftedStop = Type.Object(
  {
    kind: oneOf(STOP_KINDS),
    gatewayId: ShortId,
    widgetId: Type.Optional(ShortId),
    prefix: Type.Optional(Type.String({ pattern: '^\\d{3,11}$' })),
  },
  { title: 'LiftedStop' },
);

export const Lifted = Type.Object({ lifted: Type.Boolean() }, { title: 'Lifted' });
