// Numbers as visitors type and read them. The service is the judge of a number; nothing here refuses one.

/** Digits with the country code; empty: the number is not complete. 8…, 007… and ten digits from 9 are Russian. */
export function completeNumber(text: string): string {
  const digits = text.replace(/\D/g, '').replace(/^00/, '');
  if (digits.length < 10 || digits.length > 15) return '';
  if (/^9\d{9}$/.test(digits) && !/^\s*(\+|00)/.test(text)) return `7${digits}`;
  return digits.replace(/^8(?=\d{10}$)/, '7');
}

/** `+7 916 123-45-67`; an incomplete number is left as it is, an unknown form gets no groups. */
export function formatNumber(text: string): string {
  const digits = completeNumber(text);
  if (!digits) return text;
  return `+${digits.replace(/^(7(?=\d{10}$)|375|998)(\d{2,3})(\d{3})(\d\d)(\d\d)$/, '$1 $2 $3-$4-$5')}`;
}

/** `+7 916 •••-••-67`: enough for its owner to recognise it. */
export const maskNumber = (text: string): string => formatNumber(text).replace(/\d(?=(\D*\d){2,6}$)/g, '•');
