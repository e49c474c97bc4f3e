// Things that staff may switch off without a release, for everybody or for one company. What nobody has
// switched is on, and a company's own switch wins over the general one.

export const FEATURE_SWITCHES = ['accept-dispatches', 'accept-messages', 'start-dispatches', 'short-links'] as const;

export type FeatureSwitch = (typeof FEATURE_SWITCHES)[number];

export function isSwitchOn(general: boolean | undefined, ofCompany: boolean | undefined): boolean {
  return ofCompany ?? general ?? true;
}
