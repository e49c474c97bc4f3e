// The endpoints of the console's own, /console/api/v1: what its pages need and the public APIs lack.
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http-server.ts';
import { mountConsoleDispatches } from './dispatches.ts';
import { mountDrafts } from './drafts.ts';
import { mountEstimate } from './estimate.ts';
import { mountMessage } from './message.ts';
import { mountMessages } from './messages.ts';
import { mountSession } from './session.ts';
import { mountStream } from './stream.ts';

export function mountConsoleApi(app: ApiServer, platform: Platform): void {
  mountSession(app, platform);
  mountConsoleDispatches(app, platform);
  mountDrafts(app, platform);
  mountEstimate(app, platform);
  mountMessages(app, platform);
  mountMessage(app, platform);
  mountStream(app, platform);
}
