import { backOfficeApi } from '../back-office/back-office-api.ts';
import { MESSAGING_WEBHOOKS } from '../callbacks/messaging-webhooks.ts';
import { PARTNER_CALLS } from '../callbacks/partner-webhooks.ts';
import { CONTENT_SHOWN } from '../messaging/channel-content.ts';
import { messagingApi } from '../messaging/messaging-api.ts';
import { CASCADE_SHOWN } from '../messaging/sending-settings.ts';
import { partnerApi } from '../partner/partner-api.ts';
import { widgetApi } from '../widget/widget-api.ts';
import { BACK_OFFICE_INTRODUCTION, MESSAGING_INTRODUCTION, PARTNER_INTRODUCTION } from './introduction.ts';
import { type OpenApi, openApi } from './open-api.ts';

const { sent, delivered, read, price, click, confirmed, expired } = MESSAGING_WEBHOOKS;

/** Calls to the callback URL in a body; `place` is its JSON pointer. */
const callsTo = <Call>(place: string, calls: Readonly<Record<string, Call>>) =>
  Object.fromEntries(
    Object.entries(calls).map(([name, call]) => [name, { [`{$request.body#/${place}}`]: call }] as const),
  );

const MESSAGE_CALLS = { sent, delivered, read, price, click };

const PUBLIC_DOCUMENTS = {
  partner: () =>
    openApi('Volley partner API', partnerApi, {
      description: PARTNER_INTRODUCTION,
      callbacks: { createDispatch: callsTo('callbackUrl', PARTNER_CALLS) },
    }),
  messaging: () =>
    openApi('Volley messaging API', [...messagingApi, ...widgetApi], {
      description: MESSAGING_INTRODUCTION,
      webhooks: MESSAGING_WEBHOOKS,
      callbacks: {
        sendMessages: callsTo('0/callbackUrl', MESSAGE_CALLS),
        sendCascades: callsTo('0/callbackUrl', MESSAGE_CALLS),
        createAccountDispatch: callsTo('callbackUrl', MESSAGE_CALLS),
        sendVerification: callsTo('callbackUrl', { sent, delivered, confirmed, expired }),
      },
      shown: { ...CASCADE_SHOWN, ...CONTENT_SHOWN },
    }),
} as const;

export type PublicDocument = keyof typeof PUBLIC_DOCUMENTS;
export const PUBLIC_DOCUMENT_NAMES = ['partner', 'messaging'] as const satisfies readonly PublicDocument[];

/** The public documentation of an API. Making it takes as long as starting the server. */
export function publicDocument(name: PublicDocument): OpenApi {
  return PUBLIC_DOCUMENTS[name]();
}

/** For staff; no server serves it. */
export function backOfficeDocument(): OpenApi {
  return openApi('Volley back office', backOfficeApi, { description: BACK_OFFICE_INTRODUCTION });
}

/** The same document of an installation; an empty address: that of the document itself. */
export function servedBy(document: OpenApi, address: string): OpenApi {
  const url = address === '' ? '/' : address.replace(/\/$/, '');
  return { ...document, servers: [{ url, description: 'this installation' }] };
}
