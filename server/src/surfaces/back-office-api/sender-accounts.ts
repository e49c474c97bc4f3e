import * as contract from '@volley/contract/back-office/moderation/sender-accounts.ts';
import { getAccountAs, putAccountAs, removeAccountAs } from '../../features/back-office/manage-accounts.ts';
import { releaseHeld } from '../../features/queue/pacing/release-held.ts';
import type { ShownAccount } from '../../features/sender-accounts/govern-account.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http/http-server.ts';
import { mount } from '../http/mount-endpoint.ts';
import { shownAccount, testStored } from '../presentation/tested-account.ts';

export function mountSenderAccounts(app: ApiServer, platform: Platform): void {
  const shown = (account: ShownAccount) => ({
    ...shownAccount(account, platform.clock.now()),
    link: account.link && { linkId: account.link.id, name: account.link.name },
  });

  mount(app, contract.getSenderAccount, platform, async ({ params }) => shown(await getAccountAs(platform, params.id)));

  mount(app, contract.putSenderAccount, platform, async ({ actor, params, body }) => {
    const put = await putAccountAs(platform, actor, params.id, body);
    const { shown: account, test } = await testStored(platform, put);
    return { ...shown(account), test };
  });

  mount(app, contract.removeSenderAccount, platform, async ({ actor, params }) => {
    const account = await removeAccountAs(platform, actor, params.id);
    await releaseHeld(platform, { companyId: account.companyId, senderId: params.id });
    return shown(account);
  });
}
