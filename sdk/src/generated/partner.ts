// Written by `npm run openapi` from the contract and sdk/src/method-table.ts. Do not edit.
import type { CallOptions, ChangeOptions, FileContent, Route } from '../route.ts';

export type PartnerMethods = {
  readonly auth: {
    /** Exchange login and password for a token */
    issueToken(body: Credentials, options?: CallOptions): Promise<Token>;
  };
  readonly companies: {
    /** Create a company */
    create(body: CompaniesCreateBody, options?: ChangeOptions): Promise<CompaniesCreateReply>;
    /** List companies, oldest first */
    list(query?: CompaniesListQuery, options?: CallOptions): Promise<CompaniesListReply>;
    /** The items of `list`, page by page. */
    each(query?: CompaniesListQuery, options?: CallOptions): AsyncIterable<CompaniesListReply['items'][number]>;
    /** Get a company with its spending by month */
    get(id: number, options?: CallOptions): Promise<Company>;
    /** Change a company: members that are absent do not change */
    update(id: number, body: CompanyChange, options?: CallOptions): Promise<CompaniesUpdateReply>;
  };
  readonly documents: {
    /** Upload a document of a company: PDF, JPG or PNG, at most 10 MB */
    upload(id: number, file: FileContent, options?: ChangeOptions): Promise<Document>;
    /** List a company's documents, oldest first */
    list(id: number, options?: CallOptions): Promise<readonly Document[]>;
    /** Download a document as an attachment with its media type */
    download(id: number, documentId: string, options?: CallOptions): Promise<Uint8Array>;
    /** Delete a document that no open sender name refers to */
    delete(id: number, documentId: string, options?: CallOptions): Promise<DocumentsDeleteReply>;
  };
  readonly callbackSecrets: {
    /** List the active callback secrets of a company, without their values */
    list(id: number, options?: CallOptions): Promise<readonly CallbackSecret[]>;
    /**
     * Create the next callback secret of a company; it is shown once.
     *
     * Callbacks carry `webhook-signature` by the rules of Standard Webhooks. The new secret signs at once, and the previous one also signs for a day, so that receivers can switch. Takes no Idempotency-Key: after a lost answer, create another secret.
     */
    create(id: number, options?: CallOptions): Promise<ShownCallbackSecret>;
  };
  readonly senders: {
    /** Register a sender name */
    create(body: SenderDraft, options?: ChangeOptions): Promise<Sender>;
    /** List a company's sender names */
    list(query: SendersListQuery, options?: CallOptions): Promise<readonly Sender[]>;
    /** Get one sender name */
    get(id: number, query?: SendersGetQuery, options?: CallOptions): Promise<Sender>;
    /** Change a sender name, or close it with dateTo */
    update(id: number, body: SenderChange, options?: CallOptions): Promise<Sender>;
    /** Stop all traffic under a sender name */
    suspend(id: number, body?: SendersSuspendBody, options?: ChangeOptions): Promise<Sender>;
    /** Allow traffic under a sender name again */
    unsuspend(id: number, options?: ChangeOptions): Promise<Sender>;
  };
  readonly dispatches: {
    /** Create a dispatch and estimate its price */
    create(body: DispatchDraft, options?: ChangeOptions): Promise<AcceptedDispatch>;
    /**
     * Estimate a dispatch without creating it.
     *
     * Takes the body of POST /dispatches and stores nothing. Prices, brands and refusals are those of creating the dispatch now; `zones` tells when its messages may be sent.
     */
    estimate(body: DispatchDraft, options?: ChangeOptions): Promise<DispatchEstimate>;
    /** Append recipients to a dispatch that is not started */
    appendMessages(id: number, body: MoreRecipients, options?: ChangeOptions): Promise<AcceptedDispatch>;
    /** Reserve the cost of a dispatch and start it */
    start(id: number, options?: ChangeOptions): Promise<MovedDispatch>;
    /** Stop a started dispatch permanently */
    stop(id: number, options?: ChangeOptions): Promise<MovedDispatch>;
    /** Delete a dispatch that was never started, with its messages */
    delete(id: number, options?: CallOptions): Promise<DispatchesDeleteReply>;
    /** List a company's dispatches, newest first */
    list(query: DispatchesListQuery, options?: CallOptions): Promise<DispatchesListReply>;
    /** The items of `list`, page by page. */
    each(query: DispatchesListQuery, options?: CallOptions): AsyncIterable<DispatchesListReply['items'][number]>;
    /** Get one dispatch with its progress */
    get(id: number, options?: CallOptions): Promise<Dispatch>;
    /**
     * List the recipients that a dispatch did not accept, in the order of arrival.
     *
     * The first 100,000 of a dispatch are stored as long as its texts and messages. An erased number is empty.
     */
    listRejected(id: number, query?: DispatchesListRejectedQuery, options?: CallOptions): Promise<DispatchesListRejectedReply>;
    /** The items of `listRejected`, page by page. */
    eachRejected(id: number, query?: DispatchesListRejectedQuery, options?: CallOptions): AsyncIterable<DispatchesListRejectedReply['items'][number]>;
  };
  readonly messages: {
    /**
     * List messages of a dispatch, or of a company's dispatches, oldest first.
     *
     * Pass a dispatch, a company, or both. Without `dispatchId` the messages are those created from `from` to `to`, by default the last 7 days and at most 31 days; `page` times `perPage` reaches at most 10,000 then, and `total` counts up to that. A search that takes too long is refused with 400/4000.
     *
     * With `updatedSince` the answer holds the messages whose status has changed since: begin with a timestamp, continue with `nextCursor` of each answer, and pause when `more` is false. Every message is returned again after each change, with its current state, and none is missed, whatever changes during reading. Keep `dispatchId` and `companyId` the same from call to call. `page`, `from`, `to`, `status` and `destination` do not go with it, and `total` is the number of `items`.
     */
    list(query?: MessagesListQuery, options?: CallOptions): Promise<MessagesListReply>;
    /** The items of `list`, page by page. */
    each(query?: MessagesListQuery, options?: CallOptions): AsyncIterable<MessagesListReply['items'][number]>;
    /** Get one message of a dispatch */
    get(messageUuid: string, options?: CallOptions): Promise<MessageOfDispatch>;
  };
  readonly blacklist: {
    /** List a company's blacklist, by number */
    list(query: BlacklistListQuery, options?: CallOptions): Promise<BlacklistListReply>;
    /** The items of `list`, page by page. */
    each(query: BlacklistListQuery, options?: CallOptions): AsyncIterable<BlacklistListReply['items'][number]>;
    /**
     * Add numbers to a company's blacklist or remove them.
     *
     * One number as `msisdn`, or up to 10,000 as `msisdns`; invalid numbers of a list are returned in `rejected` with their index, and the others are accepted.
     */
    put(body: BlacklistChange, options?: CallOptions): Promise<BlacklistResult>;
  };
  readonly prices: {
    /** List tariffs; all given filters must match */
    tariffs(query?: PricesTariffsQuery, options?: CallOptions): Promise<PricesTariffsReply>;
    /** List the subscription fees of sender names */
    senderFees(options?: CallOptions): Promise<PricesSenderFeesReply>;
  };
};

export type AcceptedDispatch = {
  readonly id: number;
  readonly status: 'CREATED' | 'STARTED' | 'STOPPED' | 'COMPLETED';
  readonly priceEstimate: PriceEstimate;
  readonly total: number;
  readonly success: number;
  readonly failed: number;
  readonly messages: readonly AcceptedMessage[];
  readonly rejected: readonly RejectedRecipient[];
};

export type AcceptedMessage = {
  readonly destination: string;
  readonly messageUuid: string;
  readonly parts: number;
  readonly senderId: number;
};

export type BlacklistChange = {
  readonly companyId: number;
  /** phone number, required unless msisdns is given; ten digits that begin with 9, without a plus, count as a Russian number without its country code */
  readonly msisdn?: string;
  readonly msisdns?: readonly string[];
  /** true adds the numbers, false removes them */
  readonly blacklist: boolean;
  /** reason for blocking */
  readonly comment?: string;
};

export type BlacklistListQuery = {
  readonly companyId: number;
  /** page number */
  readonly page?: number;
  /** items per page */
  readonly perPage?: number;
};

export type BlacklistListReply = {
  readonly page: number;
  readonly perPage: number;
  readonly total: number;
  readonly items: readonly BlacklistedNumber[];
};

export type BlacklistResult = {
  /** in digits, country code first; present when one number was given */
  readonly msisdn?: string;
  readonly companyId: number;
  readonly blacklist: boolean;
  /** present if the country code 7 was added to ten digits */
  readonly addedSeven?: true;
  /** with msisdns: number of given items */
  readonly total?: number;
  readonly success?: number;
  readonly failed?: number;
  /** with msisdns: the invalid phone numbers */
  readonly rejected?: readonly RejectedNumber[];
};

export type BlacklistedNumber = {
  readonly msisdn: string;
  readonly comment: string | null;
  /** ISO 8601 with an offset or Z */
  readonly createdAt: string;
};

export type CallbackSecret = {
  readonly id: number;
  /** ISO 8601 with an offset or Z */
  readonly createdAt: string;
  /** end of its use for signatures; null: the current secret */
  readonly endsAt: string | null;
};

export type CompaniesCreateBody = {
  readonly company: CompanyDraft;
  /** monthly limit with at most two decimals; null means unlimited */
  readonly budget?: number | null;
};

export type CompaniesCreateReply = {
  readonly companyId: number;
};

export type CompaniesListQuery = {
  /** page number */
  readonly page?: number;
  /** items per page */
  readonly per_page?: number;
};

export type CompaniesListReply = {
  readonly page: number;
  readonly perPage: number;
  readonly total: number;
  readonly items: readonly CompanySummary[];
};

export type CompaniesUpdateReply = {
  readonly companyId: number;
  /** ISO 8601 with an offset or Z */
  readonly updatedAt: string;
};

export type Company = {
  readonly companyId: number;
  readonly name: string;
  readonly counteragentType: 'LEGAL' | 'INDIVIDUAL';
  readonly counteragentName: string;
  readonly counteragentInn: string;
  readonly counteragentAddress: string | null;
  readonly counteragentKpp: string | null;
  readonly actualAddress: string | null;
  readonly status: 'ACTIVE' | 'DISABLED';
  /** seconds that messages may wait for a route, by the traffic type that their text has; then they fail with 502. A type that is absent waits a week */
  readonly routeWaits: RouteWaits;
  readonly budget: Money | null;
  /** of this month */
  readonly spent: Money;
  /** reserved for messages that are not final yet, of all months; counts against the budget of its month */
  readonly reserved: Money;
  /** newest first, the last twelve months with any amount */
  readonly months: readonly CompanyMonth[];
  /** ISO 8601 with an offset or Z */
  readonly createdAt: string;
  /** ISO 8601 with an offset or Z */
  readonly updatedAt: string;
};

export type CompanyChange = {
  /** monthly limit with at most two decimals; null means unlimited */
  readonly budget?: number | null;
  readonly status?: 'ACTIVE' | 'DISABLED';
  readonly name?: string;
  readonly actualAddress?: string;
  /** seconds that messages may wait for a route, by the traffic type that their text has; then they fail with 502. A type that is absent waits a week */
  readonly routeWaits?: RouteWaits;
};

export type CompanyDraft = {
  readonly name: string;
  readonly counteragentType: 'LEGAL' | 'INDIVIDUAL';
  /** 10 digits for LEGAL, 12 for INDIVIDUAL */
  readonly counteragentInn: string;
  readonly counteragentAddress?: string;
  /** for LEGAL only */
  readonly counteragentKpp?: string;
};

export type CompanyMonth = {
  /** YYYY-MM, in Europe/Moscow */
  readonly month: string;
  /** for messages */
  readonly spent: number;
  /** reserved for messages that are not final yet */
  readonly reserved: number;
  /** monthly fees of sender names, outside the budget */
  readonly fees: number;
  /** corrections of earlier months after their closing, positive or negative; outside the budget */
  readonly late: number;
  /** true: the month does not change any more */
  readonly isClosed: boolean;
};

export type CompanySummary = {
  readonly companyId: number;
  readonly name: string;
  readonly counteragentName: string;
  readonly counteragentInn: string;
  readonly status: 'ACTIVE' | 'DISABLED';
  readonly budget: Money | null;
};

export type Credentials = {
  readonly login: string;
  readonly password: string;
};

export type Dispatch = {
  readonly id: number;
  readonly name: string;
  readonly status: 'CREATED' | 'STARTED' | 'STOPPED' | 'COMPLETED';
  readonly channelType: 'SMS' | 'VIBER' | 'WHATSAPP' | 'VK' | 'TELEGRAM' | 'FLASHCALL' | 'VOICECODE' | 'TEXT_TO_SPEECH' | 'WEASY' | 'PUSH' | 'MAX';
  readonly parts: Progress;
  readonly messages: Progress;
  readonly priceEstimate: number;
  /** part of `priceEstimate`: for packages of recipients that the messages may still open */
  readonly packagesEstimate: number;
  /** for messages that are final */
  readonly spent: number;
  /** reserved for messages that are not final yet */
  readonly reserved: number;
  /** recipients that were not accepted; not part of the other counts */
  readonly rejected: number;
  /** present while the rest of the dispatch exceeds the budget of the new month or the wallet */
  readonly waitingFor?: 'budget' | 'money';
  /** ISO 8601 with an offset or Z */
  readonly createdAt: string;
  readonly startedAt: string | null;
  /** present if messages have failed: their number by error code, the most frequent first; in a large running dispatch they may lag behind the counts by a few seconds */
  readonly errors?: readonly ErrorCount[];
};

export type DispatchDraft = {
  readonly companyId: number;
  readonly name: string;
  readonly senderIds: readonly number[];
  readonly channelType: 'SMS' | 'VIBER' | 'WHATSAPP' | 'VK' | 'TELEGRAM' | 'FLASHCALL' | 'VOICECODE' | 'TEXT_TO_SPEECH' | 'WEASY' | 'PUSH' | 'MAX';
  /** placeholders are written {name} */
  readonly text: string;
  readonly messages: readonly Recipient[];
  readonly schedule?: Schedule;
  /** http or https; no private address and no port of another protocol */
  readonly callbackUrl?: string;
  readonly callbackEvents?: readonly ('delivered' | 'sent' | 'failed')[];
};

export type DispatchEstimate = {
  readonly priceEstimate: PriceEstimate;
  readonly total: number;
  readonly success: number;
  readonly failed: number;
  readonly rejected: readonly RejectedRecipient[];
  /** accepted recipients by time zone, the earliest first, if they were started now; empty without a schedule */
  readonly zones: readonly ZoneTimes[];
};

export type DispatchSummary = {
  readonly id: number;
  readonly name: string;
  readonly status: 'CREATED' | 'STARTED' | 'STOPPED' | 'COMPLETED';
  readonly channelType: 'SMS' | 'VIBER' | 'WHATSAPP' | 'VK' | 'TELEGRAM' | 'FLASHCALL' | 'VOICECODE' | 'TEXT_TO_SPEECH' | 'WEASY' | 'PUSH' | 'MAX';
  readonly parts: Progress;
  readonly messages: Progress;
  readonly priceEstimate: number;
  /** part of `priceEstimate`: for packages of recipients that the messages may still open */
  readonly packagesEstimate: number;
  /** for messages that are final */
  readonly spent: number;
  /** reserved for messages that are not final yet */
  readonly reserved: number;
  /** recipients that were not accepted; not part of the other counts */
  readonly rejected: number;
  /** present while the rest of the dispatch exceeds the budget of the new month or the wallet */
  readonly waitingFor?: 'budget' | 'money';
  /** ISO 8601 with an offset or Z */
  readonly createdAt: string;
  readonly startedAt: string | null;
};

export type DispatchesDeleteReply = {
  readonly id: number;
};

export type DispatchesListQuery = {
  readonly companyId: number;
  readonly status?: 'CREATED' | 'STARTED' | 'STOPPED' | 'COMPLETED';
  /** page number */
  readonly page?: number;
  /** items per page */
  readonly perPage?: number;
};

export type DispatchesListRejectedQuery = {
  /** page number */
  readonly page?: number;
  /** items per page */
  readonly perPage?: number;
};

export type DispatchesListRejectedReply = {
  readonly page: number;
  readonly perPage: number;
  readonly total: number;
  readonly items: readonly StoredRejection[];
};

export type DispatchesListReply = {
  readonly page: number;
  readonly perPage: number;
  readonly total: number;
  readonly items: readonly DispatchSummary[];
};

export type Document = {
  readonly id: string;
  readonly companyId: number;
  /** original file name */
  readonly filename: string;
  /** ISO 8601 with an offset or Z */
  readonly createdAt: string;
};

export type DocumentsDeleteReply = {
  readonly id: string;
};

export type ErrorCount = {
  /** error code of the messages */
  readonly code: number;
  readonly messages: number;
};

export type Message = {
  readonly messageUuid: string;
  readonly destination: string;
  /** final text after substitutions */
  readonly text: string;
  readonly parts: number;
  readonly status: 'CREATED' | 'SENT' | 'DELIVERED' | 'FAILED';
  /** estimated until the price is final */
  readonly price: number;
  readonly senderId: number;
  /** MTS 1, BEELINE 2, MEGAFON 3, TELE2 4, unknown 0 */
  readonly brandId: number;
  /** ISO 8601 with an offset or Z */
  readonly createdAt: string;
  readonly sentAt: string | null;
  readonly deliveredAt: string | null;
  /** why a CREATED message is not sent: route, every open connection costs more than its price. It fails with 502 when the wait of `routeWaits` is over */
  readonly waitsFor?: 'route';
  /** present when FAILED */
  readonly errorCode?: number;
  /** the operator's or provider's own code of the failure, only if it gave one; `accepted` with a delivered message means that the provider has accepted it and reports no delivery */
  readonly providerCode?: string;
};

export type MessageOfDispatch = {
  readonly messageUuid: string;
  readonly destination: string;
  /** final text after substitutions */
  readonly text: string;
  readonly parts: number;
  readonly status: 'CREATED' | 'SENT' | 'DELIVERED' | 'FAILED';
  /** estimated until the price is final */
  readonly price: number;
  readonly senderId: number;
  /** MTS 1, BEELINE 2, MEGAFON 3, TELE2 4, unknown 0 */
  readonly brandId: number;
  /** ISO 8601 with an offset or Z */
  readonly createdAt: string;
  readonly sentAt: string | null;
  readonly deliveredAt: string | null;
  /** why a CREATED message is not sent: route, every open connection costs more than its price. It fails with 502 when the wait of `routeWaits` is over */
  readonly waitsFor?: 'route';
  /** present when FAILED */
  readonly errorCode?: number;
  /** the operator's or provider's own code of the failure, only if it gave one; `accepted` with a delivered message means that the provider has accepted it and reports no delivery */
  readonly providerCode?: string;
  readonly dispatchId: number;
  readonly companyId: number;
};

export type MessagesListQuery = {
  /** required unless companyId is given */
  readonly dispatchId?: number;
  readonly companyId?: number;
  readonly status?: 'CREATED' | 'SENT' | 'DELIVERED' | 'FAILED';
  /** phone number */
  readonly destination?: string;
  /** created at this time or later */
  readonly from?: string;
  /** created before this time */
  readonly to?: string;
  /** a timestamp with an offset or Z, then `nextCursor` */
  readonly updatedSince?: string;
  /** page number */
  readonly page?: number;
  /** items per page */
  readonly perPage?: number;
};

export type MessagesListReply = {
  readonly page: number;
  readonly perPage: number;
  readonly total: number;
  readonly items: readonly Message[];
  /** with updatedSince: cursor of the next request */
  readonly nextCursor?: string;
  /** with updatedSince: more messages may be available */
  readonly more?: boolean;
};

export type Money = {
  readonly value: number;
  /** ISO 4217 code */
  readonly currency: string;
};

export type MoreRecipients = {
  readonly messages: readonly Recipient[];
};

export type MovedDispatch = {
  readonly id: number;
  readonly status: 'CREATED' | 'STARTED' | 'STOPPED' | 'COMPLETED';
};

export type PriceEstimate = {
  /** `messagesTotal` plus `packagesTotal`: the most it may cost */
  readonly total: number;
  /** for the messages */
  readonly messagesTotal: number;
  /** for packages of recipients (MAU tariffs) that the messages may open; charged only if they do */
  readonly packagesTotal: number;
  /** ISO 4217 code */
  readonly currency: string;
  readonly parts: number;
};

export type PriceStep = {
  /** threshold: messages for SCALED, unique recipients for MAU, 0 for FIXED */
  readonly from: number;
  /** per message */
  readonly price: number;
  /** per MAU package; 0: no packages */
  readonly priceMauBatch: number;
};

export type PricesSenderFeesReply = {
  readonly senderFees: readonly SenderFee[];
};

export type PricesTariffsQuery = {
  readonly senderType?: 'COMMON' | 'START' | 'PRO';
  readonly brand?: string;
  readonly trafficType?: 'PROMO' | 'SERVICE' | 'TRANSACT' | 'AUTHORIZE';
  readonly pricingModel?: 'FIXED' | 'SCALED' | 'MAU';
  /** country of the recipients; RU matches tariffs without a country */
  readonly countryCode?: string;
};

export type PricesTariffsReply = {
  readonly tariffs: readonly Tariff[];
};

export type Progress = {
  readonly total: number;
  readonly delivered: number;
  readonly failed: number;
  readonly pending: number;
};

export type Recipient = {
  /** phone number in digits with country code */
  readonly destination: string;
  /** map from placeholder name to value */
  readonly substitutions?: Readonly<Record<string, string | number | boolean>>;
  /** replaces the text of the dispatch; if it is empty, blank or too long, its recipient is refused (7403) */
  readonly customText?: string;
};

export type RejectedNumber = {
  readonly index: number;
  readonly msisdn: string;
  readonly errorCode: number;
  readonly msg: string;
};

export type RejectedRecipient = {
  /** position in `messages` of the request, from 0 */
  readonly index: number;
  /** as sent */
  readonly destination: string;
  readonly errorCode: number;
  readonly msg: string;
};

export type RouteWaits = {
  readonly PROMO?: number;
  readonly SERVICE?: number;
  readonly TRANSACT?: number;
  readonly AUTHORIZE?: number;
};

export type Schedule = {
  /** ISO 8601 with an offset or Z */
  readonly startAt: string;
  readonly hours: readonly number[];
  readonly days: readonly number[];
};

export type Sender = {
  readonly id: number;
  readonly companyId: number;
  readonly senderName: string;
  readonly channelType: 'SMS' | 'VIBER' | 'WHATSAPP' | 'VK' | 'TELEGRAM' | 'FLASHCALL' | 'VOICECODE' | 'TEXT_TO_SPEECH' | 'WEASY' | 'PUSH' | 'MAX';
  readonly counteragentName: string;
  readonly counteragentInn: string;
  /** ISO 8601 with an offset or Z */
  readonly dateFrom: string;
  readonly dateTo: string | null;
  readonly commonType: 'PROMO' | 'COMMON' | 'MULTISIGNATURE' | 'INTERNATIONAL_VERIFY' | 'INTERNATIONAL_COMMON';
  readonly brand: 'MTS' | 'BEELINE' | 'MEGAFON' | 'TELE2';
  readonly countryId: number;
  readonly countryCode: string;
  readonly status: 'DRAFT' | 'PRE_REVIEW' | 'INTERNAL_REVIEW' | 'EXTERNAL_REVIEW' | 'AWAITING' | 'APPROVED' | 'REJECTED' | 'DENIED' | 'CLOSED';
  readonly suspended: boolean;
  /** present only while suspended, if a reason was given */
  readonly suspendReason?: string;
  /** per calendar month; null: no fee */
  readonly fee: number | null;
  readonly managerComment: string | null;
  readonly rejectedAt: string | null;
  /** ISO 8601 with an offset or Z */
  readonly createdAt: string;
  /** missing requirements before the review begins: a PROMO name stays DRAFT until it has a document */
  readonly waitsFor?: readonly 'documentIds'[];
};

export type SenderChange = {
  /** up to 11 characters for SMS; surrounding spaces are removed */
  readonly senderName?: string;
  readonly commonType?: 'PROMO' | 'COMMON' | 'MULTISIGNATURE' | 'INTERNATIONAL_VERIFY' | 'INTERNATIONAL_COMMON';
  /** ISO 8601 with an offset or Z */
  readonly dateFrom?: string;
  /** closes the name; null leaves it open-ended */
  readonly dateTo?: string | null;
  readonly documentIds?: readonly string[];
};

export type SenderDraft = {
  readonly companyId: number;
  /** up to 11 characters for SMS; surrounding spaces are removed */
  readonly senderName: string;
  readonly channelType: 'SMS' | 'VIBER' | 'WHATSAPP' | 'VK' | 'TELEGRAM' | 'FLASHCALL' | 'VOICECODE' | 'TEXT_TO_SPEECH' | 'WEASY' | 'PUSH' | 'MAX';
  readonly commonType: 'PROMO' | 'COMMON' | 'MULTISIGNATURE' | 'INTERNATIONAL_VERIFY' | 'INTERNATIONAL_COMMON';
  readonly brand: 'MTS' | 'BEELINE' | 'MEGAFON' | 'TELE2';
  /** ISO 8601 with an offset or Z */
  readonly dateFrom: string;
  /** 1 is Russia */
  readonly countryId?: number;
  readonly description?: string;
  readonly documentIds?: readonly string[];
};

export type SenderFee = {
  readonly brand: string;
  /** subscription fee of a sender name */
  readonly value: number;
  /** ISO 4217 code */
  readonly currency: string;
};

export type SendersGetQuery = {
  readonly companyId?: number;
};

export type SendersListQuery = {
  readonly companyId: number;
  /** repeated or as a comma list; any of the values matches */
  readonly brand?: 'MTS' | 'BEELINE' | 'MEGAFON' | 'TELE2' | readonly ('MTS' | 'BEELINE' | 'MEGAFON' | 'TELE2')[];
  /** repeated or as a comma list; any of the values matches */
  readonly commonType?: 'PROMO' | 'COMMON' | 'MULTISIGNATURE' | 'INTERNATIONAL_VERIFY' | 'INTERNATIONAL_COMMON' | readonly ('PROMO' | 'COMMON' | 'MULTISIGNATURE' | 'INTERNATIONAL_VERIFY' | 'INTERNATIONAL_COMMON')[];
  /** repeated or as a comma list; any of the values matches */
  readonly status?: 'DRAFT' | 'PRE_REVIEW' | 'INTERNAL_REVIEW' | 'EXTERNAL_REVIEW' | 'AWAITING' | 'APPROVED' | 'REJECTED' | 'DENIED' | 'CLOSED' | readonly ('DRAFT' | 'PRE_REVIEW' | 'INTERNAL_REVIEW' | 'EXTERNAL_REVIEW' | 'AWAITING' | 'APPROVED' | 'REJECTED' | 'DENIED' | 'CLOSED')[];
  /** repeated or as a comma list; any of the values matches */
  readonly channelType?: 'SMS' | 'VIBER' | 'WHATSAPP' | 'VK' | 'TELEGRAM' | 'FLASHCALL' | 'VOICECODE' | 'TEXT_TO_SPEECH' | 'WEASY' | 'PUSH' | 'MAX' | readonly ('SMS' | 'VIBER' | 'WHATSAPP' | 'VK' | 'TELEGRAM' | 'FLASHCALL' | 'VOICECODE' | 'TEXT_TO_SPEECH' | 'WEASY' | 'PUSH' | 'MAX')[];
  readonly countryCode?: string | readonly string[];
};

export type SendersSuspendBody = {
  readonly reason?: string;
};

export type ShownCallbackSecret = {
  readonly id: number;
  /** ISO 8601 with an offset or Z */
  readonly createdAt: string;
  /** end of its use for signatures; null: the current secret */
  readonly endsAt: string | null;
  /** whsec_ and Base64 */
  readonly secret: string;
};

export type StoredRejection = {
  /** position in `messages` of the request, from 0 */
  readonly index: number;
  /** as sent */
  readonly destination: string;
  readonly errorCode: number;
  readonly msg: string;
  /** ISO 8601 with an offset or Z */
  readonly rejectedAt: string;
};

export type Tariff = {
  readonly senderType: 'COMMON' | 'START' | 'PRO';
  /** present if the tariff applies to one operator */
  readonly brand?: string;
  readonly trafficType?: 'PROMO' | 'SERVICE' | 'TRANSACT' | 'AUTHORIZE';
  /** country of the recipients; absent: Russia; *: every other country without its own tariff */
  readonly countryCode?: string;
  readonly pricingModel: 'FIXED' | 'SCALED' | 'MAU';
  /** ISO 4217 code */
  readonly currency: string;
  readonly prices: readonly PriceStep[];
};

export type Token = {
  readonly token: string;
  /** ISO 8601 with an offset or Z */
  readonly expiresAt?: string;
};

export type ZoneTimes = {
  /** IANA names. Several: the prefix of the numbers is in use in all of these zones */
  readonly timezones: readonly string[];
  readonly recipients: number;
  /** from then on their messages may be sent */
  readonly firstAt: string;
  /** until then; later messages wait for the next allowed hour. null: sending never pauses */
  readonly lastAt: string | null;
};

export const PARTNER_ROUTES: Readonly<Record<string, Readonly<Record<string, Route>>>> = {
  auth: {
    issueToken: { method: 'POST', path: '/auth/token', params: [], takes: 'body', reads: true, open: true },
  },
  companies: {
    create: { method: 'POST', path: '/company', params: [], takes: 'body', repeat: 'key' },
    list: { method: 'GET', path: '/company', params: [], takes: 'query', pages: true },
    get: { method: 'GET', path: '/company/{id}', params: ['id'] },
    update: { method: 'PUT', path: '/company/{id}', params: ['id'], takes: 'body' },
  },
  documents: {
    upload: { method: 'POST', path: '/company/{id}/documents', params: ['id'], takes: 'file', repeat: 'key' },
    list: { method: 'GET', path: '/company/{id}/documents', params: ['id'] },
    download: { method: 'GET', path: '/company/{id}/documents/{documentId}', params: ['id', 'documentId'], reply: 'bytes' },
    delete: { method: 'DELETE', path: '/company/{id}/documents/{documentId}', params: ['id', 'documentId'] },
  },
  callbackSecrets: {
    list: { method: 'GET', path: '/company/{id}/callback-secrets', params: ['id'] },
    create: { method: 'POST', path: '/company/{id}/callback-secrets', params: ['id'], repeat: 'never' },
  },
  senders: {
    create: { method: 'POST', path: '/senders', params: [], takes: 'body', repeat: 'key' },
    list: { method: 'GET', path: '/senders', params: [], takes: 'query' },
    get: { method: 'GET', path: '/senders/{id}', params: ['id'], takes: 'query' },
    update: { method: 'PUT', path: '/senders/{id}', params: ['id'], takes: 'body' },
    suspend: { method: 'POST', path: '/senders/{id}/suspend', params: ['id'], takes: 'body', repeat: 'key' },
    unsuspend: { method: 'POST', path: '/senders/{id}/unsuspend', params: ['id'], repeat: 'key' },
  },
  dispatches: {
    create: { method: 'POST', path: '/dispatches', params: [], takes: 'body', repeat: 'key' },
    estimate: { method: 'POST', path: '/dispatches/estimate', params: [], takes: 'body', repeat: 'key', reads: true },
    appendMessages: { method: 'POST', path: '/dispatches/{id}/messages', params: ['id'], takes: 'body', repeat: 'key' },
    start: { method: 'POST', path: '/dispatches/{id}/start', params: ['id'], repeat: 'key' },
    stop: { method: 'POST', path: '/dispatches/{id}/stop', params: ['id'], repeat: 'key' },
    delete: { method: 'DELETE', path: '/dispatches/{id}', params: ['id'] },
    list: { method: 'GET', path: '/dispatches', params: [], takes: 'query', pages: true },
    get: { method: 'GET', path: '/dispatches/{id}', params: ['id'] },
    listRejected: { method: 'GET', path: '/dispatches/{id}/rejected', params: ['id'], takes: 'query', pages: true },
  },
  messages: {
    list: { method: 'GET', path: '/messages', params: [], takes: 'query', pages: true },
    get: { method: 'GET', path: '/messages/{messageUuid}', params: ['messageUuid'] },
  },
  blacklist: {
    list: { method: 'GET', path: '/recipients', params: [], takes: 'query', pages: true },
    put: { method: 'PUT', path: '/recipients', params: [], takes: 'body' },
  },
  prices: {
    tariffs: { method: 'GET', path: '/price/tariffs', params: [], takes: 'query' },
    senderFees: { method: 'GET', path: '/price/senders', params: [] },
  },
};
