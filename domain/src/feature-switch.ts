// Things that staff may switch without a release, for everybody or for one company. A company's own switch wins over the
// general one. What nobody has switched is on, but for what an account has to ask for.

export const FEATURE_SWITCHES = [
  'accept-dispatches',
  'accept-messages',
  'start-dispatches',
  'short-links',
  'long-flashcall-codes',
] as const;

export type FeatureSwitch = (typeof FEATURE_SWITCHES)[number];

const ON_REQUEST: readonly FeatureSwitch[] = ['long-flashcall-codes'];

export function isOnAtFirst(name: FeatureSwitch): boolean {
  return !ON_REQUEST.includes(name);
}

export function isSwitchOn(general: boolean | undefined, ofCompany: boolean | undefined, atFirst = true): boolean {
  return ofCompany ?? general ?? atFirst;
}
