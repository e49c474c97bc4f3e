import * as contract from '@volley/contract/partner/senders.ts';
import type { Actor } from '@volley/domain/people/actor.ts';
import { senderNameFaults } from '@volley/domain/senders/sender-name.ts';
import { releaseHeld } from '../../features/queue/pacing/release-held.ts';
import { createSender } from '../../features/senders/create-sender.ts';
import { getSender } from '../../features/senders/get-sender.ts';
import { listSenders } from '../../features/senders/list-senders.ts';
import type { Sender } from '../../features/senders/sender.ts';
import { suspendSender, unsuspendSender } from '../../features/senders/suspend-sender.ts';
import { updateSender } from '../../features/senders/update-sender.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http/http-server.ts';
import { mount, mountChange } from '../http/mount-endpoint.ts';
import { withRules } from '../http/request-input.ts';
import { seesMoney } from '../presentation/sees-money.ts';
import { senderChangeOf, senderShower } from '../presentation/shown-sender.ts';

const RUSSIA = 1;

export function mountSenders(app: ApiServer, platform: Pick<Platform, 'db' | 'bus' | 'config'>): void {
  const shownSender = senderShower(platform.config);
  const shownTo = (actor: Actor, sender: Sender) => ({
    ...shownSender(sender),
    ...(!seesMoney(actor) && { fee: null }),
  });

  mountChange(
    app,
    withRules(contract.createSender, ({ senderName, channelType, brand }) =>
      senderNameFaults(senderName, channelType, brand),
    ),
    platform,
    {
      act: ({ actor, body }) => {
        const { countryId = RUSSIA, documentIds = [], ...rest } = body;
        const draft = { ...rest, countryId, documentIds, dateFrom: new Date(body.dateFrom) };
        return createSender(platform, actor, draft);
      },
      show: shownSender,
    },
  );

  mount(app, contract.listSenders, platform, async ({ actor, query }) => {
    const senders = await listSenders(platform, actor, query);
    return senders.map((sender) => shownTo(actor, sender));
  });

  mount(app, contract.getSender, platform, async ({ actor, params, query }) =>
    shownTo(actor, await getSender(platform, actor, { ...query, id: params.id })),
  );

  mount(app, contract.updateSender, platform, async ({ actor, params, body }) =>
    shownSender(await updateSender(platform, actor, params.id, senderChangeOf(body))),
  );

  mountChange(app, contract.suspendSender, platform, {
    act: ({ actor, params, body }) => suspendSender(platform, actor, params.id, body.reason),
    show: shownSender,
  });

  mountChange(app, contract.unsuspendSender, platform, {
    act: async ({ actor, params }) => freed(platform, await unsuspendSender(platform, actor, params.id)),
    show: shownSender,
  });
}

/** Held messages resume at once instead of with the next sweep. */
async function freed(platform: Pick<Platform, 'db' | 'bus'>, sender: Sender): Promise<Sender> {
  await releaseHeld(platform, { companyId: sender.companyId, senderId: sender.id });
  return sender;
}
