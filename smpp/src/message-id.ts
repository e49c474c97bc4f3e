// Message centres name one message in different ways in the answer and in the receipt: hexadecimal here, decimal
// there, padded or not. A link states one form for its answers and one for its receipts; both must lead to one key.

export const messageIdForms = ['as-is', 'without-leading-zeros', 'hex-to-decimal', 'decimal-to-hex'] as const;
export type MessageIdForm = (typeof messageIdForms)[number];

/**
 * Decimal results have no leading zeros; hexadecimal ones are lower case and have none either.
 * An id that is not a number of the stated kind is kept as it came.
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
