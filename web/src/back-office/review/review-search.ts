import { BRANDS } from '@volley/domain/numbers/brand.ts';
import { SENDER_STATUSES } from '@volley/domain/senders/sender-status.ts';
import { numberIn, oneIn, present, type Raw, textIn } from '../parts/search.ts';

export const VIEWS = ['board', 'table'] as const;

export const reviewSearch = (raw: Raw) =>
  present({
    view: oneIn(raw, 'view', VIEWS),
    status: oneIn(raw, 'status', SENDER_STATUSES),
    brand: oneIn(raw, 'brand', BRANDS),
    name: textIn(raw, 'name'),
    company: numberIn(raw, 'company'),
    page: numberIn(raw, 'page'),
  });

export type ReviewSearch = ReturnType<typeof reviewSearch>;
