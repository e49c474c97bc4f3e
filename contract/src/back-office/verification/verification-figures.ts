// Figures of verification codes, errors of widgets, and stops that staff may lift.
import Type from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { Id } from '../../fields.ts';
import {
  Conversions,
  FigureQuery,
  Lifted,
  LiftedStop,
  ShortId,
  Stops,
  WidgetErrors,
} from '../../shapes/verification-figures.ts';

export const listConversions = endpoint({
  id: 'adminListConversions',
  surface: 'back-office',
  method: 'GET',
  path: '/verification-conversions',
  summary: 'List codes sent, delivered, entered and expired per day, channel and operator, for at most 92 days',
  auth: 'staff',
  capability: 'keys.read',
  query: Type.Object({ ...FigureQuery, gatewayId: Type.Optional(ShortId) }),
  responses: { 200: Conversions },
});

export const listWidgetErrors = endpoint({
  id: 'adminListWidgetErrors',
  surface: 'back-office',
  method: 'GET',
  path: '/widget-errors',
  summary: 'Count the error numbers of widgets per day, for at most 92 days',
  auth: 'staff',
  capability: 'keys.read',
  query: Type.Object({ ...FigureQuery, widgetId: Type.Optional(ShortId) }),
  responses: { 200: WidgetErrors },
});

export const listVerificationStops = endpoint({
  id: 'adminListVerificationStops',
  surface: 'back-office',
  method: 'GET',
  path: '/verification-stops',
  summary: 'List stops and suspicions of the last seven days, newest first, at most 200 of each kind',
  auth: 'staff',
  capability: 'keys.read',
  query: Type.Object({ companyId: Type.Optional(Id) }),
  responses: { 200: Stops },
});

export const liftVerificationStop = endpoint({
  id: 'adminLiftVerificationStop',
  surface: 'back-office',
  method: 'POST',
  path: '/verification-stops/lift',
  summary: 'Lift a stop: allow another daily limit today, or restart the counts of a suspected prefix',
  auth: 'staff',
  capability: 'keys.write',
  body: LiftedStop,
  refusals: ['not-found'],
  responses: { 200: Lifted },
});
