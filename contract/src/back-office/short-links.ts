import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Id, Uuid } from '../fields.ts';

const Code = Type.String({ pattern: '^[1-9A-HJ-NP-Za-km-z]{8}$' });

export const switchShortLink = endpoint({
  id: 'adminSwitchShortLink',
  surface: 'back-office',
  method: 'PUT',
  path: '/short-links/{code}',
  summary: 'Disable or enable a short link; effective within five seconds',
  auth: 'staff',
  capability: 'switches.write',
  params: Type.Object({ code: Code }),
  body: Type.Object({ isOn: Type.Boolean() }),
  responses: { 200: Type.Object({ code: Code, companyId: Id, messageUuid: Uuid, isOn: Type.Boolean() }) },
});
