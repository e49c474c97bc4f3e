import { messagingApi } from './messaging/messaging-api.ts';
import { openApi } from './openapi.ts';
import { partnerApi } from './partner/partner-api.ts';

/** What clients are told of each interface. */
export const OPEN_API_DOCUMENTS = {
  partner: openApi('Volley partner API', partnerApi),
  messaging: openApi('Volley messaging API', messagingApi),
} as const;
