// The form and the phone field that an element of a site builder belongs to. Builders name fields in many ways, so the
// page may name both: `data-form="#form123456"`, `data-phone="input[name=Phone]"`.

export type PhoneForm = { readonly form: HTMLFormElement; readonly field: HTMLInputElement };

/** Digits from which a number may be complete. */
const DIGITS_MIN = 10;
const DIGITS_MAX = 15;
/** Matches `tel` as a word only: `hotel` is no phone. */
const PHONE_NAME = /phone|телефон|(?:^|[^a-z])tel(?:[^a-z]|$)/i;
/** Hidden field in which Tilda's mask puts the number with its country code; the visible field has no code. */
const MASK_RESULT = 'input.js-phonemask-result';

/** The digits of a number that may be complete; empty otherwise. `8 916 …` and `+7 916 …` are the same number. */
export function numberIn(text: string): string {
  const digits = text.replace(/\D/g, '').replace(/^00/, '');
  if (digits.length < DIGITS_MIN || digits.length > DIGITS_MAX) return '';
  return digits.length === 11 && digits[0] === '8' ? `7${digits.slice(1)}` : digits;
}

export const isPhoneName = (name: string): boolean => PHONE_NAME.test(name);

/** The field that a visitor can type into; the field of a mask's result is hidden. */
export const typedField = ({ form, field }: PhoneForm): HTMLElement =>
  field.type === 'hidden' ? (form.querySelector<HTMLElement>('input[type=tel]') ?? field) : field;

/** Undefined: the page has no such form yet. */
export function findPhoneForm(host: HTMLElement): PhoneForm | undefined {
  const forms = candidates(host);
  for (let at = 0; at < forms.length; at += 1) {
    const form = forms[at];
    const field = form && phoneField(form, host.dataset['phone']);
    if (form && field) return { form, field };
  }
  return undefined;
}

/** The named form; else the form around the element, the forms after it, the forms before it. */
function candidates(host: HTMLElement): HTMLFormElement[] {
  const named = host.dataset['form'] || 'auto';
  if (named !== 'auto') {
    const found = document.querySelector(named);
    const form = found?.matches('form') ? found : found?.querySelector('form');
    return form ? [form as HTMLFormElement] : []; // matched by its tag name
  }
  const around = host.closest('form');
  if (around) return [around];
  const after: HTMLFormElement[] = [];
  const before: HTMLFormElement[] = [];
  document.querySelectorAll('form').forEach((form) => {
    const isAfter = host.compareDocumentPosition(form) & Node.DOCUMENT_POSITION_FOLLOWING;
    (isAfter ? after : before).push(form);
  });
  return after.concat(before);
}

function phoneField(form: HTMLFormElement, named: string | undefined): HTMLInputElement | undefined {
  const exact = form.querySelector<HTMLInputElement>(named || MASK_RESULT);
  if (named || exact) return exact ?? undefined;
  const tel = form.querySelectorAll<HTMLInputElement>('input[type=tel]');
  const only = tel.length === 1 ? tel[0] : form.querySelector<HTMLInputElement>('input[autocomplete^=tel]');
  if (only) return only;
  const all = form.querySelectorAll('input');
  for (let at = 0; at < all.length; at += 1) {
    const field = all[at];
    if (field && field.type !== 'hidden' && (isPhoneName(field.name) || isPhoneName(field.placeholder))) return field;
  }
  return tel[0];
}
