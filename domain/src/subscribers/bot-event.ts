/** An act of a person with a bot, as the messenger reports it. Events may be repeated and may come late. */
export type BotEvent = {
  /** The person's id at the messenger. */
  readonly subscriberId: string;
  readonly kind: 'started' | 'stopped';
  /** With a start: the person's own number, as the messenger wrote it. Absent: not shared. */
  readonly number?: string;
  /** With a start: the token of the invite by which the person came. */
  readonly invite?: string;
  /** Age of the act when the report arrived; 0 if the messenger names no time. */
  readonly ageMs: number;
};
