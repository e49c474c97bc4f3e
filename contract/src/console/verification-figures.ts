// Figures of verification codes, errors of widgets, and stops that a person may lift.
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Id } from '../fields.ts';
import {
  Conversions,
  FigureQuery,
  Lifted,
  LiftedStop,
  ShortId,
  Stops,
  WidgetErrors,
} from '../shapes/verification-figures.ts';

export const listConversions = endpoint({
  id: 'consoleListConversions',
  surface: 'console',
  method: 'GET',
  path: '/verification/conversions',
  summary: 'List codes sent, delivered, entered and expired per day, channel and operator, for at most 92 days',
  auth: 'session',
  right: 'verification',
  query: Type.Object({ ...FigureQuery, gatewayId: Type.Optional(ShortId) }),
  responses: { 200: Conversions },
});

export const listWidgetErrors = endpoint({
  id: 'consoleListWidgetErrors',
  surface: 'console',
  method: 'GET',
  path: '/verification/errors',
  summary: 'Count the error numbers of widgets per day, for at most 92 days',
  auth: 'session',
  right: 'verification',
  query: Type.Object({ ...FigureQuery, widgetId: Type.Optional(ShortId) }),
  responses: { 200: WidgetErrors },
});

export const listStops = endpoint({
  id: 'consoleListVerificationStops',
  surface: 'console',
  method: 'GET',
  path: '/verification/stops',
  summary: 'List stops and suspicions of the last seven days, newest first, at most 200 of each kind',
  auth: 'session',
  right: 'verification',
  query: Type.Object({ companyId: Type.Optional(Id) }),
  responses: { 200: Stops },
});

export const liftStop = endpoint({
  id: 'consoleLiftVerificationStop',
  surface: 'console',
  method: 'POST',
  path: '/verification/stops/lift',
  summary: 'Lift a stop: allow another daily limit today, or restart the counts of a suspected prefix',
  auth: 'session',
  right: 'verification',
  body: LiftedStop,
  responses: { 200: Lifted },
});
