// The API of staff, /admin/v1. It reaches across partners, so it belongs behind an address that only staff reach.
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http-server.ts';
import { mountAudit } from './audit.ts';
import { mountStaffAuth } from './auth.ts';
import { mountBlocks } from './blocks.ts';
import { mountCallbacks } from './callbacks.ts';
import { mountAllCompanies } from './companies.ts';
import { mountDownloads } from './documents.ts';
import { mountInboundRules } from './inbound.ts';
import { mountKeys } from './keys.ts';
import { mountLinks } from './links.ts';
import { mountMoney } from './money.ts';
import { mountNumbers } from './numbers.ts';
import { mountPartners } from './partners.ts';
import { mountPriceVersions } from './prices.ts';
import { mountReview } from './senders.ts';
import { mountShortLinkSwitch } from './short-links.ts';
import { mountStaff } from './staff.ts';
import { mountSwitches } from './switches.ts';
import { mountTemplateReview } from './templates.ts';
import { mountTrafficCenters } from './traffic-centers.ts';
import { mountVerificationSettings } from './verification.ts';

export function mountBackOfficeApi(app: ApiServer, platform: Platform): void {
  mountStaffAuth(app, platform);
  mountPartners(app, platform);
  mountAllCompanies(app, platform);
  mountReview(app, platform);
  mountTemplateReview(app, platform);
  mountDownloads(app, platform);
  mountPriceVersions(app, platform);
  mountMoney(app, platform);
  mountTrafficCenters(app, platform);
  mountInboundRules(app, platform);
  mountKeys(app, platform);
  mountCallbacks(app, platform);
  mountLinks(app, platform);
  mountBlocks(app, platform);
  mountSwitches(app, platform);
  mountShortLinkSwitch(app, platform);
  mountNumbers(app, platform);
  mountStaff(app, platform);
  mountAudit(app, platform);
  mountVerificationSettings(app, platform);
}
