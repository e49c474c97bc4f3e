// Operators may write a message id differently in the submit response and in the receipt. A setting of the link
// normalizes both.
import type { MessageIdForm } from '@volley/smpp/codec/message-id.ts';

type IdForms = { readonly answer: MessageIdForm; readonly receipt: MessageIdForm };

export const LINK_ID_FORMS = {
  'as-is': { answer: 'as-is', receipt: 'as-is' },
  'without-leading-zeros': { answer: 'without-leading-zeros', receipt: 'without-leading-zeros' },
  'answer-hex': { answer: 'hex-to-decimal', receipt: 'without-leading-zeros' },
  'receipt-hex': { answer: 'without-leading-zeros', receipt: 'hex-to-decimal' },
} as const satisfies Record<string, IdForms>;

export function idFormsOf(name: string): IdForms {
  return name in LINK_ID_FORMS ? LINK_ID_FORMS[name as keyof typeof LINK_ID_FORMS] : LINK_ID_FORMS['as-is'];
}
