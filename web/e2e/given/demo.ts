// What the demonstration tells of itself in its line of JSON.
export type Credentials = { readonly login: string; readonly password: string };

export type RunningDemo = {
  readonly baseUrl: string;
  readonly consoleUrl: string;
  readonly simulatorUrl: string;
  readonly partner: Credentials;
  readonly staff: Credentials;
  readonly adminToken: string;
  readonly companies: Readonly<Record<'coffee' | 'pharmacy' | 'yoga' | 'bakery' | 'former', number>>;
  readonly senderIds: Readonly<Record<'coffee' | 'pharmacy' | 'yoga' | 'bakery', readonly number[]>>;
  readonly keys: Readonly<Record<'MESSAGES' | 'SYSTEM' | 'VERIFIER' | 'VERIFIER_BUILDER', string>>;
  /** Each signs the partner in once. */
  readonly signInLinks: readonly string[];
  readonly pid: number;
};
