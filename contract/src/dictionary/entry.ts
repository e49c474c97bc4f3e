// A page of the error dictionary: the meaning of a code, who can fix it and how, and whether it is charged. Pure data
// in both languages, shared by pages, the command line and the API.

export const KINDS = ['api', 'message', 'widget'] as const;
export type Kind = (typeof KINDS)[number];

/** The party that can fix it. */
export type Fixer = 'developer' | 'manager' | 'sender' | 'visitor' | 'recipient' | 'operator' | 'platform' | 'nobody';

/** `handed-over`: charged if the operator accepted the message; `nothing`: no message was created. */
export type Charged = 'no' | 'handed-over' | 'nothing';

export type Explanation = {
  readonly title: string;
  readonly meaning: string;
  /** Steps, the most likely first. */
  readonly todo: readonly string[];
};

export type Entry = {
  readonly code: number;
  readonly fixer: Fixer;
  readonly charged: Charged;
  /** Related codes. */
  readonly related: readonly number[];
  /** As shown on the wire or on the screen. */
  readonly example: string;
  readonly en: Explanation;
  readonly ru: Explanation;
};
