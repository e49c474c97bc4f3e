import * as contract from '@volley/contract/messaging/ping.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http/http-server.ts';
import { mount } from '../http/mount-endpoint.ts';

export function mountPing(app: ApiServer, platform: Pick<Platform, 'db'>): void {
  mount(app, contract.ping, platform, () => 'PONG' as const);
}
