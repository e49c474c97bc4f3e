import { dropOldDays } from '../../platform/database/partitions.ts';
import type { Platform } from '../../platform/platform.ts';
import { REQUESTS_KEPT_DAYS } from './logged-request.ts';

const DAY_MS = 86_400_000;

export async function forgetRequests({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  await dropOldDays(db, 'request_log', new Date(clock.now().getTime() - REQUESTS_KEPT_DAYS * DAY_MS));
}
