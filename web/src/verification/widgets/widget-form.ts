// The form of a widget: its fields as a person edits them, and the body of the request.
import { isSiteDomain } from '@volley/domain/verification/verification-origin.ts';
import { knownLooks, knownTexts, looksProblem } from '@volley/domain/verification/widget-look.ts';
import type { NewWidget, Widget } from '../owner.tsx';

export const CAPTCHA_TYPES = [
  'TURNSTILE',
  'SMARTCAPTCHA',
  'HCAPTCHA',
  'RECAPTCHA_V2',
  'RECAPTCHA_V3',
  'POW',
  'NONE',
] as const;
export type CaptchaType = (typeof CAPTCHA_TYPES)[number];

export const WIDGET_KINDS = ['OWN_SITE', 'BUILDER'] as const;

export type WidgetForm = {
  readonly name: string;
  readonly gatewayId: string | undefined;
  readonly kind: (typeof WIDGET_KINDS)[number];
  readonly domains: readonly string[];
  readonly captchaType: CaptchaType;
  readonly siteKey: string;
  /** Empty: a stored secret does not change. */
  readonly secret: string;
  readonly powFallback: boolean;
  readonly keyId: string | null;
  readonly dayAmountMax: number | undefined;
  readonly texts: Readonly<Record<string, string>>;
  /** Colours, radius and font. */
  readonly look: Readonly<Record<string, string>>;
};

export const NEW_WIDGET: WidgetForm = {
  name: '',
  gatewayId: undefined,
  kind: 'OWN_SITE',
  domains: [],
  captchaType: 'POW',
  siteKey: '',
  secret: '',
  powFallback: true,
  keyId: null,
  dayAmountMax: undefined,
  texts: {},
  look: {},
};

export function formOfWidget(widget: Widget): WidgetForm {
  const { name, gatewayId, kind, domains, captchaType, siteKey, powFallback, keyId, dayAmountMax, texts } = widget;
  return {
    name,
    gatewayId,
    kind,
    domains,
    captchaType,
    siteKey,
    secret: '',
    powFallback,
    keyId,
    dayAmountMax: dayAmountMax ?? undefined,
    // Names of earlier versions have no effect and would be refused.
    texts: knownTexts(texts),
    look: knownLooks(widget.colours),
  };
}

/** A captcha of a provider has a site key and a secret. */
export const hasProvider = (captchaType: CaptchaType) => captchaType !== 'POW' && captchaType !== 'NONE';

export type WidgetField =
  | 'name'
  | 'gatewayId'
  | 'domains'
  | 'captchaType'
  | 'siteKey'
  | 'secret'
  | 'keyId'
  | 'dayAmountMax'
  | 'look';

/** Fields that the server would refuse. `hasSecret`: one is stored. */
export function widgetMistakes(form: WidgetForm, hasSecret: boolean): WidgetField[] {
  const isBuilder = form.kind === 'BUILDER';
  const needsProvider = hasProvider(form.captchaType);
  const checks: Readonly<Record<WidgetField, boolean>> = {
    name: form.name.trim() === '',
    gatewayId: form.gatewayId === undefined,
    domains: form.domains.length === 0 || form.domains.some((domain) => !isSiteDomain(domain)),
    captchaType: false,
    siteKey: needsProvider && form.siteKey.trim() === '',
    secret: needsProvider && !hasSecret && form.secret === '',
    keyId: isBuilder && form.keyId === null,
    dayAmountMax: isBuilder && form.dayAmountMax === undefined,
    look: looksProblem(form.look) !== undefined,
  };
  return (Object.keys(checks) as WidgetField[]).filter((field) => checks[field]); // the keys of the record
}

export type WidgetBody = Omit<NewWidget, 'companyId' | 'secret'> & { readonly secret?: string };

/** The body of the request; undefined: the form has a mistake. An empty secret is left out. */
export function widgetBody(form: WidgetForm, hasSecret: boolean): WidgetBody | undefined {
  const { gatewayId, secret, look, texts, dayAmountMax, ...rest } = form;
  if (gatewayId === undefined || widgetMistakes(form, hasSecret).length > 0) return undefined;
  return {
    ...rest,
    gatewayId,
    name: form.name.trim(),
    siteKey: form.siteKey.trim(),
    domains: [...form.domains],
    keyId: form.kind === 'BUILDER' ? form.keyId : null,
    dayAmountMax: dayAmountMax ?? null,
    colours: { ...look },
    texts: Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== '')),
    ...(secret !== '' && { secret }),
  };
}

/** A host name as people paste it: with a scheme, a path or capital letters. */
export function siteOf(typed: string): string {
  return typed
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/[/?#].*$/, '');
}

/** Props of the parts of the editor. */
export type FieldsProps = {
  readonly form: WidgetForm;
  readonly onChange: (part: Partial<WidgetForm>) => void;
  /** Fields with a mistake, after the first try to save. */
  readonly mistakes: readonly WidgetField[];
};
