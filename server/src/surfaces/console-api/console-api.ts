// The endpoints of the console's own, /console/api/v1: what its pages need and the public APIs lack.
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http-server.ts';
import { mountBilling } from './billing.ts';
import { mountBlacklist } from './blacklist.ts';
import { mountCallbacks } from './callbacks.ts';
import { mountCompanyPages } from './companies.ts';
import { mountConsoleDispatches } from './dispatches.ts';
import { mountDrafts } from './drafts.ts';
import { mountEstimate } from './estimate.ts';
import { mountInbound } from './inbound.ts';
import { mountKeys } from './keys.ts';
import { mountMessage } from './message.ts';
import { mountMessages } from './messages.ts';
import { mountOverview } from './overview.ts';
import { mountRequests } from './requests.ts';
import { mountSearch } from './search.ts';
import { mountSenderPages } from './senders.ts';
import { mountSession } from './session.ts';
import { mountStream } from './stream.ts';
import { mountTeam } from './team.ts';
import { mountTools } from './tools.ts';

export function mountConsoleApi(app: ApiServer, platform: Platform): void {
  mountSession(app, platform);
  mountTeam(app, platform);
  mountSearch(app, platform);
  mountOverview(app, platform);
  mountConsoleDispatches(app, platform);
  mountDrafts(app, platform);
  mountEstimate(app, platform);
  mountMessages(app, platform);
  mountMessage(app, platform);
  mountBlacklist(app, platform);
  mountTools(app, platform);
  mountStream(app, platform);
  mountCompanyPages(app, platform);
  mountSenderPages(app, platform);
  mountBilling(app, platform);
  mountKeys(app, platform);
  mountCallbacks(app, platform);
  mountRequests(app, platform);
  mountInbound(app, platform);
}
