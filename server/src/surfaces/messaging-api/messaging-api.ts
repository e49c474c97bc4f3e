import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http/http-server.ts';
import { mountBalance } from './balance.ts';
import { mountDispatches } from './dispatches.ts';
import { mountEvents } from './events.ts';
import { mountMessages } from './messages.ts';
import { mountPing } from './ping.ts';
import { mountSenderNames } from './sender-names.ts';
import { mountSubscribers } from './subscribers.ts';
import { mountTemplates } from './templates.ts';
import { mountVerifier } from './verifier.ts';

export function mountMessagingApi(app: ApiServer, platform: Platform): void {
  mountPing(app, platform);
  mountBalance(app, platform);
  mountMessages(app, platform);
  mountDispatches(app, platform);
  mountEvents(app, platform);
  mountSenderNames(app, platform);
  mountTemplates(app, platform);
  mountSubscribers(app, platform);
  mountVerifier(app, platform);
}
