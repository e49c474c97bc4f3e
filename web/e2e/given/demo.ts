// The ready line of the demonstration, as JSON.
export type Credentials = { readonly login: string; readonly password: string };

export type RunningDemo = {
  readonly baseUrl: string;
  /** Another API process of the same system; SIGUSR2 to `pid` restarts it. */
  readonly restartableUrl: string;
  readonly simulatorUrl: string;
  /** The page that shows what a number received. */
  readonly phoneUrl: string;
  readonly partner: Credentials;
  readonly staff: Credentials;
  readonly adminToken: string;
  readonly companies: Readonly<Record<'coffee' | 'pharmacy' | 'yoga' | 'bakery' | 'former', number>>;
  readonly senderIds: Readonly<Record<'coffee' | 'pharmacy' | 'yoga' | 'bakery', readonly number[]>>;
  readonly keys: Readonly<Record<'MESSAGES' | 'SYSTEM' | 'VERIFIER' | 'VERIFIER_BUILDER', string>>;
  /** Signs the partner in once. */
  readonly signInLink: string;
  readonly pid: number;
};
