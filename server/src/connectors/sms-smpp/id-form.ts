// Operators write the id of one message in two ways: as the answer to the submit and in the receipt. One setting per
// link brings both to a single form.
import type { MessageIdForm } from '@volley/smpp/message-id.ts';

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
