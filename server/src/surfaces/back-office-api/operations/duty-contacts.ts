import * as contract from '@volley/contract/back-office/duty/duty-contacts.ts';
import { formatDatetime, formatDatetimeOrNull } from '@volley/contract/datetime.ts';
import {
  changeContactAs,
  createContactAs,
  listContactsAs,
  removeContactAs,
  rotateContactSecretAs,
  testContactAs,
} from '../../../features/back-office/manage-alerts.ts';
import type { Contact } from '../../../features/duty/contacts/contacts.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { ApiServer } from '../../http/http-server.ts';
import { mount } from '../../http/mount-endpoint.ts';

export function mountDutyContacts(
  app: ApiServer,
  platform: Pick<Platform, 'db' | 'clock' | 'config' | 'secrets'>,
): void {
  mount(app, contract.listDutyContacts, platform, async () => ({ items: (await listContactsAs(platform)).map(shown) }));

  mount(app, contract.createDutyContact, platform, async ({ actor, body }) => {
    const { signingSecret, ...contact } = await createContactAs(platform, actor, body);
    return { ...shown(contact), signingSecret };
  });

  mount(app, contract.changeDutyContact, platform, async ({ actor, params, body }) =>
    shown(await changeContactAs(platform, actor, params.id, body)),
  );

  mount(app, contract.rotateDutyContactSecret, platform, async ({ actor, params }) => {
    const { signingSecret, previousSecretEndsAt } = await rotateContactSecretAs(platform, actor, params.id);
    return { signingSecret, previousSecretEndsAt: formatDatetime(previousSecretEndsAt) };
  });

  mount(app, contract.removeDutyContact, platform, ({ actor, params }) => removeContactAs(platform, actor, params.id));

  mount(app, contract.testDutyContact, platform, async ({ actor, params }) => {
    const result = await testContactAs(platform, actor, params.id);
    return { sent: result.ok, error: result.ok ? null : result.error };
  });
}

function shown({ severities, createdAt, lastSentAt, failingSince, previousSecretEndsAt, ...contact }: Contact) {
  return {
    ...contact,
    severities: [...severities],
    createdAt: formatDatetime(createdAt),
    lastSentAt: formatDatetimeOrNull(lastSentAt),
    failingSince: formatDatetimeOrNull(failingSince),
    previousSecretEndsAt: formatDatetimeOrNull(previousSecretEndsAt),
  };
}
