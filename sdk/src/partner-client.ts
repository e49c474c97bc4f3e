// The client of the partner API: signs in with the first call, and again before the token ends or when it is refused.
import type { Answer } from './answers.ts';
import { checkOptions } from './checks/check-options.ts';
import type { Form } from './checks/form.ts';
import { PARTNER_ROUTES, type PartnerMethods } from './generated/partner.ts';
import { PARTNER_FORMS } from './generated/partner-forms.ts';
import { type CheckedOptions, namedMethods } from './named-methods.ts';
import { type Credentials, openRequester } from './requester.ts';

export type PartnerOptions = CheckedOptions & { readonly login: string; readonly password: string };

export type PartnerClient = PartnerMethods & {
  readonly api: string;
  /** Status, request id and warnings beside this result. Undefined for texts and for objects of other origin. */
  answerOf(result: object): Answer | undefined;
};

/** A token is renewed this long before its end. */
const EARLY_MS = 60_000;

type Token = { readonly value: string; readonly endsAtMs: number };

const CREDENTIALS: Readonly<Record<string, Form>> = {
  login: { type: 'string', minLength: 1 },
  password: { type: 'string', minLength: 1 },
};

export function openPartnerClient(options: PartnerOptions): PartnerClient {
  checkOptions('openPartnerClient', options, CREDENTIALS);
  const { login, password, checks = 'all' } = options;
  let held: Token | undefined;
  let signingIn: Promise<Token> | undefined;
  const credentials: Credentials = {
    authorization: async (signal) => {
      if (held !== undefined && held.endsAtMs - EARLY_MS > Date.now()) return held.value;
      signal?.throwIfAborted();
      // Calls at the same time share one sign-in, so no caller's signal ends it: an aborted caller only stops waiting.
      signingIn ??= signIn().finally(() => {
        signingIn = undefined;
      });
      return (await unlessAborted(signingIn, signal)).value;
    },
    refused: (value) => {
      if (held?.value === value) held = undefined;
      return true;
    },
  };
  const requester = openRequester(options, credentials);
  const tables = { routes: PARTNER_ROUTES, forms: PARTNER_FORMS, checks };
  // The types and the tables come from the same contract.
  const methods = namedMethods(tables, requester) as unknown as PartnerMethods;
  const signIn = async (): Promise<Token> => {
    const { token, expiresAt } = await methods.auth.issueToken({ login, password });
    const endsAtMs = expiresAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(expiresAt);
    held = { value: `Bearer ${token}`, endsAtMs };
    return held;
  };
  return { api: requester.api, answerOf: (result) => requester.answers.answerOf(result), ...methods };
}

function unlessAborted<Value>(work: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const end = () => reject(signal.reason);
    signal.addEventListener('abort', end, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', end));
  });
}
