// Message centers format a message id differently in the answer and in the receipt: hexadecimal or decimal, padded or
// not. A link configures one form for answers and one for receipts; both normalize to the same key.

export const messageIdForms = ['as-is', 'without-leading-zeros', 'hex-to-decimal', 'decimal-to-hex'] as const;
export type MessageIdForm = (typeof messageIdForms)[number];

/**
 * Decimal and hexadecimal results have no leading zeros; hexadecimal is lower case. An id that is not a number of the
 * configured kind stays unchanged.
 */
export function normalizeMessageId(id: string, form: MessageIdForm): string {
  const trimmed = id.trim();
  switch (form) {
    case 'as-is':
      return trimmed;
    case 'without-leading-zeros':
      return trimmed.replace(/^0+(?=[0-9a-f]+$)/i, '').toLowerCase();
    case 'hex-to-decimal':
      return /^[0-9a-f]+$/i.test(trimmed) ? BigInt(`0x${trimmed}`).toString(10) : trimmed;
    case 'decimal-to-hex':
      return /^[0-9]+$/.test(trimmed) ? BigInt(trimmed).toString(16) : trimmed;
  }
}
