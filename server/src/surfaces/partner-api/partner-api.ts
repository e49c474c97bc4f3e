import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http/http-server.ts';
import { mountAuth } from './auth.ts';
import { mountCallbackSecrets } from './callback-secrets.ts';
import { mountCompanies } from './companies.ts';
import { mountDispatches } from './dispatches.ts';
import { mountDocuments } from './documents.ts';
import { mountMessages } from './messages.ts';
import { mountPrices } from './prices.ts';
import { mountRecipients } from './recipients.ts';
import { mountSenders } from './senders.ts';

export function mountPartnerApi(app: ApiServer, platform: Platform): void {
  mountAuth(app, platform);
  mountCompanies(app, platform);
  mountDocuments(app, platform);
  mountCallbackSecrets(app, platform);
  mountSenders(app, platform);
  mountDispatches(app, platform);
  mountMessages(app, platform);
  mountPrices(app, platform);
  mountRecipients(app, platform);
}
