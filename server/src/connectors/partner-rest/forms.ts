import { PARTNER_FORMS, type PartnerForm } from '@volley/domain/links/link-settings.ts';
import type { Form } from './form.ts';
import { keyForm } from './key-form.ts';
import { loginForm } from './login-form.ts';

const FORMS: Readonly<Record<PartnerForm, Form>> = { login: loginForm, key: keyForm };

/** The form of a link; its settings were checked when they were stored. */
export function formOf({ form }: Readonly<Record<string, unknown>>): Form {
  return FORMS[PARTNER_FORMS.find((known) => known === form) ?? 'login'];
}
