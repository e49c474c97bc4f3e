// URL parameters of the back office's lists. The router needs them before it loads the pages.
import { MARGIN_DIMENSIONS } from '@volley/domain/money/margin.ts';
import { CHANNEL_TYPES } from '@volley/domain/sending/channel.ts';
import { TEMPLATE_STATUSES } from '@volley/domain/templates/template-status.ts';
import { numberIn, oneIn, present, type Raw, textIn } from './parts/search.ts';

export const COMPANY_STATUSES = ['ACTIVE', 'DISABLED'] as const;

export const companySearch = (raw: Raw) =>
  present({
    search: textIn(raw, 'search'),
    partnerId: numberIn(raw, 'partnerId'),
    status: oneIn(raw, 'status', COMPANY_STATUSES),
    page: numberIn(raw, 'page'),
  });

export const WALLET_MOVES = ['top-up', 'correct', 'reserve', 'settle'] as const;

export const walletSearch = (raw: Raw) =>
  present({ company: numberIn(raw, 'company'), kind: oneIn(raw, 'kind', WALLET_MOVES) });

export const auditSearch = (raw: Raw) =>
  present({
    staff: numberIn(raw, 'staff'),
    action: textIn(raw, 'action'),
    kind: textIn(raw, 'kind'),
    id: textIn(raw, 'id'),
    from: textIn(raw, 'from'),
    to: textIn(raw, 'to'),
  });

export const tariffSearch = (raw: Raw) => present({ list: numberIn(raw, 'list'), key: textIn(raw, 'key') });

export const BLOCK_LISTS = ['names', 'numbers'] as const;

export const blockSearch = (raw: Raw) =>
  present({ list: oneIn(raw, 'list', BLOCK_LISTS), page: numberIn(raw, 'page') });

export const templateSearch = (raw: Raw) =>
  present({ status: oneIn(raw, 'status', [...TEMPLATE_STATUSES, 'all'] as const), page: numberIn(raw, 'page') });

export const marginSearch = (raw: Raw) =>
  present({
    by: oneIn(raw, 'by', MARGIN_DIMENSIONS),
    from: textIn(raw, 'from'),
    to: textIn(raw, 'to'),
    currency: textIn(raw, 'currency'),
    link: numberIn(raw, 'link'),
    company: numberIn(raw, 'company'),
    channel: oneIn(raw, 'channel', CHANNEL_TYPES),
  });

export const ALERT_TABS = ['open', 'history', 'silences', 'contacts'] as const;

export const alertSearch = (raw: Raw) => present({ tab: oneIn(raw, 'tab', ALERT_TABS) });

export const traceSearch = (raw: Raw) => present({ uuid: textIn(raw, 'uuid') });
