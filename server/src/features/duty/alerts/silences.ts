// Silences keep alerts from being announced for a time. Staff give a reason.
import { SILENCE_DAYS_MAX } from '@volley/domain/duty/silence.ts';
import { must } from '@volley/domain/must.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { endSilence, insertSilence, type SilenceDraft, selectSilences } from './silences.sql.ts';

const SILENCES_MAX = 200;
const DAY_MS = 86_400_000;

export const listSilences = selectSilences;

export async function createSilence(tx: Tx, draft: SilenceDraft): Promise<number> {
  const { untilAt } = draft;
  if (untilAt <= tx.now || untilAt.getTime() > tx.now.getTime() + SILENCE_DAYS_MAX * DAY_MS)
    throw new Refusal('bad-request', {
      field: 'until',
      problem: `must be in the future, at most ${SILENCE_DAYS_MAX} days ahead`,
      code: 'wrong-time',
    });
  if ((await selectSilences(tx)).length >= SILENCES_MAX)
    throw new Refusal('bad-request', {
      field: 'pattern',
      problem: `must not be one more silence: at most ${SILENCES_MAX} hold at a time`,
      code: 'too-many',
    });
  return must(await insertSilence(tx, draft), `the silence of ${draft.pattern}`);
}

/** Returns its pattern. */
export async function liftSilence(tx: Tx, id: number): Promise<string> {
  const pattern = await endSilence(tx, id);
  if (pattern === undefined) throw new Refusal('not-found', { kind: 'Silence', id });
  return pattern;
}
