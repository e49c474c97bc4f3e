// Features that staff switch without a release, globally or for one company. The switch of a company takes precedence.
// Default: on, except for features that an account must request.

export const FEATURE_SWITCHES = [
  'accept-dispatches',
  'accept-messages',
  'start-dispatches',
  'short-links',
  'long-flashcall-codes',
] as const;

export type FeatureSwitch = (typeof FEATURE_SWITCHES)[number];

const ON_REQUEST: readonly FeatureSwitch[] = ['long-flashcall-codes'];

export function isOnByDefault(name: FeatureSwitch): boolean {
  return !ON_REQUEST.includes(name);
}

export function isSwitchOn(general: boolean | undefined, ofCompany: boolean | undefined, byDefault = true): boolean {
  return ofCompany ?? general ?? byDefault;
}
