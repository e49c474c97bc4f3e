// A page of the error dictionary: what a code means, who can do something about it and what, and whether it costs
// anything. Pure data in both languages, so that pages, the command line and the API read the same.

export const KINDS = ['api', 'message', 'widget'] as const;
export type Kind = (typeof KINDS)[number];

/** Who can do something about it. */
export type Fixer = 'developer' | 'manager' | 'sender' | 'visitor' | 'recipient' | 'operator' | 'platform' | 'nobody';

/** `handed-over`: charged when the operator had taken it; `nothing`: no message was made. */
export type Charged = 'no' | 'handed-over' | 'nothing';

export type Explanation = {
  readonly title: string;
  readonly meaning: string;
  /** Steps, the likeliest first. */
  readonly todo: readonly string[];
};

export type Entry = {
  readonly code: number;
  readonly fixer: Fixer;
  readonly charged: Charged;
  /** Codes of the same kind. */
  readonly related: readonly number[];
  /** As it is seen on the wire or on the screen. */
  readonly example: string;
  readonly en: Explanation;
  readonly ru: Explanation;
};
