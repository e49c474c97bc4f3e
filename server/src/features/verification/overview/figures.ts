// Figures of verification codes per day. The transaction of a partner's call sees that partner's rows only.
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { read } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { selectConversions } from '../plan/conversions.sql.ts';
import { selectWidgetErrors } from '../widgets/errors.sql.ts';

type Needs = Pick<Platform, 'db'>;
/** Days, both included. */
type Days = { readonly from: string; readonly to: string };

const DAY_MS = 86_400_000;
const DAYS_MAX = 92;

export function listConversions({ db }: Needs, asked: Days & { companyId?: number; gatewayId?: string }) {
  checkDays(asked);
  return read(db, (tx) => selectConversions(tx, asked));
}

export function listWidgetErrors({ db }: Needs, asked: Days & { companyId?: number; widgetId?: string }) {
  checkDays(asked);
  return read(db, (tx) => selectWidgetErrors(tx, asked));
}

function checkDays({ from, to }: Days): void {
  const [first, last] = [startOf('from', from), startOf('to', to)];
  const days = (last - first) / DAY_MS + 1;
  if (days < 1) throw new Refusal('bad-request', { field: 'to', problem: 'must not be before from' });
  if (days > DAYS_MAX) throw new Refusal('bad-request', { field: 'from', problem: `must be at most ${DAYS_MAX} days` });
}

function startOf(field: string, day: string): number {
  const start = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(start.getTime()) || start.toISOString().slice(0, 10) !== day)
    throw new Refusal('bad-request', { field, problem: 'must be a day such as 2026-11-15' });
  return start.getTime();
}
