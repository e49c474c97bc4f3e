import { MESSAGING_WEBHOOKS } from './callbacks/messaging-webhooks.ts';
import { messagingApi } from './messaging/messaging-api.ts';
import { CASCADE_SHOWN } from './messaging/sending-settings.ts';
import { openApi } from './openapi.ts';
import { partnerApi } from './partner/partner-api.ts';
import { widgetApi } from './widget/widget-api.ts';

const MESSAGING = [
  'Messages, cascades, dispatches, codes and their events, under a key of the account. The paths are also reached under `/v1` and `/api/v1/v1`; a trailing slash is passed over.',
  'A key is sent as `Authorization: Bearer <key>` or `Authorization: Basic <key>`; both words do for every key. Browsers cannot call the API: it answers no preflight. Only the paths under `/widget/v1` are for browsers, from pages of the sites that a widget names.',
  'A key makes 50 requests a second, 100 in a burst. POST requests may carry an `Idempotency-Key` and are then safe to repeat.',
  'Bodies are JSON in UTF-8; members nobody knows are passed over. Times of answers are in UTC with whole seconds. What goes wrong is `{"error": {"code", "msg"}}`, where the code is the HTTP status times ten and a number that tells cases apart; the refusals of each call are listed with it. Beneath HTTP there are 408/4080, 417/4170 and 431/4310, and for any call 404/4040 on an unknown path and 405/4050 on an unknown method.',
  'Revision v33 (upload of subscribers for bots of a messenger channel) is not built.',
].join('\n\n');

/** What clients are told of each interface. */
export const OPEN_API_DOCUMENTS = {
  partner: openApi('Volley partner API', partnerApi),
  messaging: openApi('Volley messaging API', [...messagingApi, ...widgetApi], {
    description: MESSAGING,
    webhooks: MESSAGING_WEBHOOKS,
    shown: CASCADE_SHOWN,
  }),
} as const;
