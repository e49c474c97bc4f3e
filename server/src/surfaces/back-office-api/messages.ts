import * as contract from '@volley/contract/back-office/messages.ts';
import { formatDatetime, formatDatetimeOrNull } from '@volley/contract/datetime.ts';
import { decimalFromMicros } from '@volley/domain/money/money.ts';
import { traceMessage } from '../../features/reports/messages/message-trace.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http/http-server.ts';
import { mount } from '../http/mount-endpoint.ts';

export function mountTrace(app: ApiServer, platform: Pick<Platform, 'db'>): void {
  mount(app, contract.traceMessage, platform, async ({ params }) => {
    const { createdAt, sentAt, finalAt, readAt, ...rest } = await traceMessage(platform, params.id);
    const { currency, priceMicros, costMicros, costCurrency, ...trace } = rest;
    return {
      ...trace,
      price: moneyOrNull(priceMicros, currency),
      cost: moneyOrNull(costMicros, costCurrency ?? currency),
      createdAt: formatDatetime(createdAt),
      sentAt: formatDatetimeOrNull(sentAt),
      finalAt: formatDatetimeOrNull(finalAt),
      readAt: formatDatetimeOrNull(readAt),
    };
  });
}

const moneyOrNull = (micros: bigint | null, currency: string) =>
  micros === null ? null : { value: decimalFromMicros(micros), currency };
