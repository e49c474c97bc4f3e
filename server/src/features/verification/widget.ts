import type { KeyType } from '@volley/domain/key-type.ts';

export const WIDGET_KINDS = ['OWN_SITE', 'BUILDER'] as const;
export type WidgetKind = (typeof WIDGET_KINDS)[number];

/** NONE is for tests and refused elsewhere. */
export const CAPTCHA_TYPES = ['HCAPTCHA', 'RECAPTCHA_V2', 'RECAPTCHA_V3', 'TURNSTILE', 'SMARTCAPTCHA', 'NONE'] as const;
export type CaptchaType = (typeof CAPTCHA_TYPES)[number];

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
  readonly texts: Readonly<Record<string, string>>;
  readonly colours: Readonly<Record<string, string>>;
  /** The key that the service sends with where the site has no server. */
  readonly keyId: string | null;
  readonly dayMicrosMax: bigint | null;
  readonly createdAt: Date;
};

/** Which type of key the server of a site uses. */
export const WIDGET_KEY_TYPES: Readonly<Record<WidgetKind, KeyType>> = {
  OWN_SITE: 'VERIFIER',
  BUILDER: 'VERIFIER_BUILDER',
};
