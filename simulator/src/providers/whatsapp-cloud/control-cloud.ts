// Control port actions for the Cloud API of WhatsApp.
import type { WhatsappCloud } from './whatsapp-cloud.ts';

type Body = Readonly<Record<string, unknown>>;

const actions: Readonly<Record<string, (cloud: WhatsappCloud, body: Body) => string | undefined>> = {
  '/whatsapp/scenario': (cloud, body) => cloud.change(body),
  '/whatsapp/accounts': (cloud, body) => cloud.setAccount(body),
  '/whatsapp/templates': (cloud, body) => cloud.setTemplate(body),
  '/whatsapp/hooks': (cloud, body) => cloud.webhooks.setUrl(body),
  '/whatsapp/write': (cloud, body) => cloud.write(body),
};

/** The problem with the call; undefined: done. */
export function controlCloud(cloud: WhatsappCloud, path: string, body: Body): string | undefined {
  const action = actions[path];
  return action === undefined ? `no route ${path}` : action(cloud, body);
}
