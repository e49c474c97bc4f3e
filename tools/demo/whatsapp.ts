// A business number of the company `coffee` at WhatsApp, with templates in several states there and here.
import type { Harness } from '@volley/bench/harness/harness.ts';
import { listAt, numberAt, textAt } from '@volley/bench/harness/json.ts';
import { whatsappLink } from '@volley/bench/harness/provider-links.ts';
import type { Ask } from './calls.ts';

type Callers = { readonly staff: Ask; readonly system: Ask };
type Template = {
  readonly name: string;
  readonly category: 'UTILITY' | 'MARKETING' | 'AUTHENTICATION';
  readonly variables: number;
  readonly status?: string;
  readonly reason?: string;
  /** Type and pattern of the template that names it here. */
  readonly ours?: readonly [type: 'SERVICE' | 'AUTHORIZE', pattern: string];
};

const ACCOUNT = { phoneNumberId: '106540352242922', wabaId: '102290129340398', token: 'demo-token-of-a-system-user' };
const TEMPLATES: readonly Template[] = [
  { name: 'order_ready', category: 'UTILITY', variables: 2, ours: ['SERVICE', 'Заказ %d для %w готов'] },
  { name: 'table_reminder', category: 'UTILITY', variables: 1, status: 'PAUSED', ours: ['SERVICE', 'Столик на %d'] },
  { name: 'sign_in_code', category: 'AUTHENTICATION', variables: 1, ours: ['AUTHORIZE', 'Код: %d'] },
  { name: 'spring_menu', category: 'MARKETING', variables: 1, status: 'REJECTED', reason: 'INVALID_FORMAT' },
  { name: 'loyalty_card', category: 'UTILITY', variables: 1, status: 'PENDING' },
];

export async function openWhatsapp({ staff, system }: Callers, harness: Harness, senderId: number): Promise<void> {
  const links = listAt(await staff('GET', '/links'), 'items');
  const linkId = numberAt(
    links.find((link) => textAt(link, 'name') === whatsappLink),
    'linkId',
  );
  for (const { ours: _, ...template } of TEMPLATES)
    await harness.simulator.control('/whatsapp/templates', { ...template, language: 'ru' });
  await staff('PUT', `/senders/${senderId}/account`, { values: ACCOUNT, linkId });
  for (const { name, ours } of TEMPLATES)
    if (ours !== undefined) await register({ staff, system }, senderId, name, ours);
}

async function register(
  { staff, system }: Callers,
  senderNameId: number,
  name: string,
  [templateType, pattern]: NonNullable<Template['ours']>,
): Promise<void> {
  const content = { template: { name, language: 'ru' } };
  const dateFrom = new Date(Date.now() - 30 * 86_400_000).toISOString();
  const body = { channelType: 'WHATSAPP', templateType, pattern, senderNameId, content, dateFrom };
  const id = numberAt(await system('POST', '/templates', body), 'id');
  for (const status of ['EXTERNAL_REVIEW', 'APPROVED']) await staff('POST', `/templates/${id}/status`, { status });
}
