import * as contract from '@volley/contract/back-office/audit.ts';
import { auditMoney } from '../../features/settlement/audit/audit.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http/http-server.ts';
import { mount } from '../http/mount-endpoint.ts';

export function mountAudit(app: ApiServer, platform: Pick<Platform, 'db'>): void {
  mount(app, contract.auditFindings, platform, async () => ({ items: await auditMoney(platform) }));
}
