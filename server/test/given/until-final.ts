// Waits for the end of a message.
import { findOutcome, isFinal, type Outcome } from './rows/message-ends.ts';
import type { Place } from './rows/statement.ts';
import { until } from './until.ts';

export const untilFinal = (place: Place, id: string): Promise<Outcome> =>
  until(`message ${id} is final`, async () => {
    const outcome = await findOutcome(place, id);
    return outcome !== undefined && isFinal(outcome) && outcome;
  });
