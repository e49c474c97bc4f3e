import { MESSAGING_WEBHOOKS } from './callbacks/messaging-webhooks.ts';
import { messagingApi } from './messaging/messaging-api.ts';
import { CASCADE_SHOWN } from './messaging/sending-settings.ts';
import { openApi } from './openapi.ts';
import { partnerApi } from './partner/partner-api.ts';
import { widgetApi } from './widget/widget-api.ts';

const MESSAGING = [
  'Messages, cascades, dispatches, codes and their events, under a key of the account. The paths are also available under `/v1` and `/api/v1/v1`; a trailing slash is ignored.',
  'A key is sent as `Authorization: Bearer <key>` or `Authorization: Basic <key>`; both schemes work for every key. Browsers cannot call the API: it does not answer preflight requests. Only the paths under `/widget/v1` are for browsers, from pages of the sites that a widget names.',
  'A key may make 50 requests per second, 100 in a burst. POST requests may carry an `Idempotency-Key` and are then safe to repeat.',
  'Bodies are JSON in UTF-8; unknown members are ignored. Times in answers are UTC in whole seconds. An error is `{"error": {"code", "msg"}}`, where the code is the HTTP status times ten plus a number that distinguishes cases; the refusals of each call are listed with it. Beneath HTTP there are 408/4080, 417/4170 and 431/4310, and for any call 404/4040 on an unknown path and 405/4050 on an unknown method.',
].join('\n\n');

/** The public documentation of each API. */
export const OPEN_API_DOCUMENTS = {
  partner: openApi('Volley partner API', partnerApi),
  messaging: openApi('Volley messaging API', [...messagingApi, ...widgetApi], {
    description: MESSAGING,
    webhooks: MESSAGING_WEBHOOKS,
    shown: CASCADE_SHOWN,
  }),
} as const;
