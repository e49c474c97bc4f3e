import type { KeyType } from '@volley/domain/people/key-type.ts';

export const WIDGET_KINDS = ['OWN_SITE', 'BUILDER'] as const;
export type WidgetKind = (typeof WIDGET_KINDS)[number];

/** POW: a proof of work, without a provider. NONE: test mode only. */
export const CAPTCHA_TYPES = [
  'HCAPTCHA',
  'RECAPTCHA_V2',
  'RECAPTCHA_V3',
  'TURNSTILE',
  'SMARTCAPTCHA',
  'POW',
  'NONE',
] as const;
export type CaptchaType = (typeof CAPTCHA_TYPES)[number];
/** Captchas of third parties. */
export type ProviderType = Exclude<CaptchaType, 'POW' | 'NONE'>;

export const hasProvider = (captchaType: CaptchaType): captchaType is ProviderType =>
  captchaType !== 'POW' && captchaType !== 'NONE';

/** Ask before a query: a path may hold text that PostgreSQL refuses. */
export const isWidgetId = (text: string): boolean => /^[0-9A-Za-z]{6}$/.test(text);

export type Widget = {
  readonly widgetId: string;
  readonly companyId: number;
  readonly gatewayId: string;
  readonly name: string;
  readonly status: 'ACTIVE' | 'DISABLED';
  readonly kind: WidgetKind;
  readonly domains: readonly string[];
  readonly captchaType: CaptchaType;
  readonly siteKey: string;
  /** Proofs of work count as the captcha while the service observes that its provider fails. */
  readonly powFallback: boolean;
  /** Rows of earlier versions may have other names than widget-look.ts. */
  readonly texts: Readonly<Record<string, string>>;
  readonly colours: Readonly<Record<string, string>>;
  /** BUILDER widgets: the key that the service sends with, because the site has no server. */
  readonly keyId: string | null;
  readonly dayMicrosMax: bigint | null;
  readonly createdAt: Date;
};

/** Type of key that sends codes of the widget. */
export const WIDGET_KEY_TYPES: Readonly<Record<WidgetKind, KeyType>> = {
  OWN_SITE: 'VERIFIER',
  BUILDER: 'VERIFIER_BUILDER',
};
