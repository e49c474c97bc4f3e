// Bodies of WhatsApp webhooks in the form of Meta.

const ofAccount = 'simulated-business-account';

function webhook(value: object, ownNumber: string): object {
  const metadata = { display_phone_number: ownNumber, phone_number_id: ownNumber };
  const change = { field: 'messages', value: { messaging_product: 'whatsapp', metadata, ...value } };
  return { object: 'whatsapp_business_account', entry: [{ id: ofAccount, changes: [change] }] };
}

const seconds = (): string => String(Math.floor(Date.now() / 1_000));

export type MetaStatus = { id: string; status: string; to: string; from: string; reference: number; code?: number };

export function statusWebhook({ id, status, to, from, reference, code }: MetaStatus): object {
  const errors =
    code === undefined ? {} : { errors: [{ code, title: 'not delivered', error_data: { details: 'simulated' } }] };
  const item = {
    id,
    status,
    timestamp: seconds(),
    recipient_id: to,
    biz_opaque_callback_data: String(reference),
    ...errors,
  };
  return webhook({ statuses: [item] }, from);
}

export function inboundWebhook(message: { id: string; from: string; to: string; text: string }): object {
  const { id, from, to, text } = message;
  const contacts = [{ profile: { name: 'Subscriber' }, wa_id: from }];
  const messages = [{ from, id, timestamp: seconds(), type: 'text', text: { body: text } }];
  return webhook({ contacts, messages }, to);
}
