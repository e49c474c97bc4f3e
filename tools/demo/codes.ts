// Verification codes of the demo: a profile, a widget, and codes that were sent but not entered, so that the pages of
// verification have figures, an error and a suspected prefix to show.
import { textAt } from '@volley/bench/harness/json.ts';
import { askWith } from './calls.ts';
import type { World } from './world.ts';

const SITE = 'zerno.example';
/** One more than the profile allows without an entered code. */
const CODES = 4;

export async function openCodes(url: string, { staff, companies, keys }: World): Promise<void> {
  const companyId = companies.coffee;
  const profile = await staff('POST', '/verification-profiles', {
    companyId,
    name: 'Вход в приложение',
    channels: [
      { channelType: 'SMS', senderName: 'ZERNO', text: 'Зерно: код {code}', texts: { en: 'Zerno: code {code}' } },
      { channelType: 'VOICECODE', senderName: 'voicecode', text: 'Ваш код {code}' },
    ],
    fallback: 'LISTED',
    bindToSite: true,
    enteredShareAfter: CODES - 1,
  });
  const gatewayId = textAt(profile, 'gatewayId');
  const widget = await staff('POST', '/widgets', {
    companyId,
    gatewayId,
    name: 'Оформление заказа',
    kind: 'OWN_SITE',
    domains: [SITE],
    captchaType: 'POW',
    colours: { accent: '#7a3e00', radius: '12px' },
  });
  const verifier = askWith(url, keys.VERIFIER, '/api/v1');
  for (let at = 0; at < CODES; at += 1)
    await verifier('POST', '/verifier/send', { channelType: 'SMS', destination: `7916555000${at}`, gatewayId });
  await fetch(`${url}/widget/v1/${textAt(widget, 'widgetId')}/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: `https://${SITE}` },
    body: JSON.stringify({ code: 350 }),
  });
}
