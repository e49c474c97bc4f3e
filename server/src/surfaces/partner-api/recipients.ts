import * as contract from '@volley/contract/partner/recipients.ts';
import { putRecipient } from '../../features/blacklist/put-recipient.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http-server.ts';
import { mount } from '../mount-endpoint.ts';

export function mountRecipients(app: ApiServer, platform: Pick<Platform, 'db'>): void {
  mount(app, contract.putRecipient, platform, ({ actor, body }) => putRecipient(platform, actor, body));
}
