/** A text that a person wrote to a bot. The messenger may report it again. */
export type BotText = {
  /** The person's id at the messenger. */
  readonly subscriberId: string;
  /** Unique for the bot; a repetition has the same id. */
  readonly id: string;
  readonly text: string;
  /** Age of the text when the report arrived; 0 if the messenger names no time. */
  readonly ageMs: number;
};

const COMMAND = /^\/[a-z0-9_]{1,32}(?:@\w+)?(?:\s|$)/i;

/** Commands such as `/start` address the bot's program, not the people behind it. */
export const isCommand = (text: string): boolean => COMMAND.test(text);
