// A stopped dispatch takes along what its cascades have made and what still waits. Further steps are not made: who
// makes them looks whether the dispatch was stopped.
import { inTransaction } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { selectWaitingSteps } from './stop-messages.sql.ts';
import { stopIn } from './stop-messages.ts';

const PORTION = 1_000;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

export async function stopSteps({ db }: Pick<Platform, 'db'>, dispatchId: number): Promise<void> {
  for (let after: string | undefined = BEFORE_ALL; after !== undefined; ) {
    const from: string = after;
    after = await inTransaction(db, async (tx) => {
      const steps = await selectWaitingSteps(tx, dispatchId, from, PORTION);
      const [first] = steps;
      if (first === undefined) return undefined;
      await stopIn(
        tx,
        first.companyId,
        steps.map(({ id }) => id),
      );
      return steps.length < PORTION ? undefined : steps.at(-1)?.id;
    });
  }
}
