// The client of the partner API: signs in with the first call, and again before the token ends or when it is refused.
import { PARTNER_ROUTES, type PartnerMethods } from './generated/partner.ts';
import { namedMethods } from './named-methods.ts';
import { type Credentials, openRequester, type RequesterOptions } from './requester.ts';

export type PartnerOptions = RequesterOptions & { readonly login: string; readonly password: string };

export type PartnerClient = PartnerMethods & { readonly api: string };

/** A token is renewed this long before its end. */
const EARLY_MS = 60_000;

type Token = { readonly value: string; readonly endsAtMs: number };

export function openPartnerClient({ login, password, ...options }: PartnerOptions): PartnerClient {
  let held: Token | undefined;
  let signingIn: Promise<Token> | undefined;
  const credentials: Credentials = {
    authorization: async () => {
      if (held !== undefined && held.endsAtMs - EARLY_MS > Date.now()) return held.value;
      // Calls at the same time share one sign-in, so no caller's signal ends it.
      signingIn ??= signIn().finally(() => {
        signingIn = undefined;
      });
      held = await signingIn;
      return held.value;
    },
    refused: (value) => {
      if (held?.value === value) held = undefined;
      return true;
    },
  };
  const requester = openRequester(options, credentials);
  // The types and the table come from the same contract.
  const methods = namedMethods(PARTNER_ROUTES, requester) as unknown as PartnerMethods;
  const signIn = async (): Promise<Token> => {
    const { token, expiresAt } = await methods.auth.issueToken({ login, password });
    const endsAtMs = expiresAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(expiresAt);
    return { value: `Bearer ${token}`, endsAtMs };
  };
  return { api: requester.api, ...methods };
}
