import type { Text } from '../kit/text.tsx';

const FIELDS = ['account', 'confirmation', 'phoneNumberId', 'secret', 'token', 'wabaId'] as const;
const HINTED = ['confirmation', 'wabaId'] as const;

/** Another version of the server may know further members; their names are shown as they are. */
export function fieldText(t: Text, name: string): string {
  const known = FIELDS.find((field) => field === name);
  return known === undefined ? name : t(`senderAccount.field.${known}`);
}

const KINDS = ['VOLLEY_HTTP', 'TELEGRAM_BOT', 'MAX_BOT', 'VK_BOT', 'WHATSAPP_CLOUD'] as const;

export function kindText(t: Text, protocol: string): string {
  const known = KINDS.find((kind) => kind === protocol);
  return known === undefined ? protocol : t(`senderAccount.kind.${known}`);
}

export function fieldHint(t: Text, name: string): string | undefined {
  const known = HINTED.find((field) => field === name);
  return known && t(`senderAccount.fieldHint.${known}`);
}
