import { read } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  blockNumber,
  blockSenderName,
  listBlockedNumbers,
  listBlockedSenderNames,
  unblockNumber,
  unblockSenderName,
} from '../blacklist/block-lists.ts';
import { changeAs, type Who } from './staff-actions.ts';

type Needs = Pick<Platform, 'db'>;
type Paged = { readonly page: number; readonly perPage: number };

const sliceOf = ({ page, perPage }: Paged) => ({ limit: perPage, offset: (page - 1) * perPage });

export function listBlockedNumbersAs({ db }: Needs, paged: Paged) {
  return read(db, (tx) => listBlockedNumbers(tx, sliceOf(paged)));
}

export function listBlockedNamesAs({ db }: Needs, paged: Paged) {
  return read(db, (tx) => listBlockedSenderNames(tx, sliceOf(paged)));
}

/** The log records who blocked a number, never the number. */
export function blockNumberAs(platform: Needs, who: Who, msisdn: string, reason: string | null) {
  return changeAs(platform, who, async (tx) => {
    const digits = await blockNumber(tx, msisdn, reason);
    return {
      action: 'number.block',
      subject: { kind: 'blocked-number', id: '' },
      reply: { msisdn: digits, blocked: true },
    };
  });
}

export function unblockNumberAs(platform: Needs, who: Who, msisdn: string) {
  return changeAs(platform, who, async (tx) => {
    const removed = await unblockNumber(tx, msisdn);
    return {
      action: 'number.unblock',
      subject: { kind: 'blocked-number', id: '' },
      details: { removed },
      reply: { removed },
    };
  });
}

export function blockNameAs(platform: Needs, who: Who, name: string, reason: string | null) {
  return changeAs(platform, who, async (tx) => {
    const kept = await blockSenderName(tx, name, reason);
    return { action: 'name.block', subject: { kind: 'blocked-name', id: kept }, reply: { name: kept, blocked: true } };
  });
}

export function unblockNameAs(platform: Needs, who: Who, name: string) {
  return changeAs(platform, who, async (tx) => {
    const removed = await unblockSenderName(tx, name);
    return {
      action: 'name.unblock',
      subject: { kind: 'blocked-name', id: name },
      details: { removed },
      reply: { removed },
    };
  });
}
