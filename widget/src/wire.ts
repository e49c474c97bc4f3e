// Bodies of the browser API, as far as the widget reads them. A refusal has a `code`, an answer has none.

export type Refused = {
  readonly code: number;
  /** Why the number was refused. */
  readonly reason?: string | undefined;
  /** Milliseconds after which another try may succeed. */
  readonly wait?: number | undefined;
};

export type Answer<Body> = (Body & { readonly code?: undefined }) | Refused;

export type Settings = {
  readonly kind: string;
  readonly channels: readonly string[];
  readonly captchaType: string;
  readonly siteKey: string;
  /** A test installation: end-to-end tests of the site may look into the widget. */
  readonly testMode?: boolean;
  readonly texts: Readonly<Record<string, string>>;
  readonly colours: Readonly<Record<string, string>>;
};

export type Opened = { readonly key: string; readonly pass?: string | undefined };

export type Session = {
  readonly state: string;
  readonly errorCode?: number | undefined;
  readonly codeLength?: number | undefined;
  readonly channelType?: string | undefined;
  readonly codeExpiresIn?: number | undefined;
  readonly resendIn?: number | undefined;
  readonly attemptsLeft?: number | undefined;
  readonly delivery?: string | undefined;
  readonly version?: string | undefined;
};

export type Checked = { readonly status: string; readonly attemptsLeft?: number | undefined };

export type Challenge = {
  readonly salt: string;
  readonly bits: number;
  readonly expires: number;
  readonly signature: string;
};
