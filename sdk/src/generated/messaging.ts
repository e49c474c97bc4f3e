// Written by `npm run openapi` from the contract and sdk/src/method-table.ts. Do not edit.
import type { CallOptions, ChangeOptions, FileOptions, FormOptions, Route } from '../route.ts';

export type MessagingMethods = {
  readonly service: {
    /** Check the connection */
    ping(options?: CallOptions): Promise<'PONG'>;
  };
  readonly balance: {
    /** Get the available balance, by currency */
    get(options?: CallOptions): Promise<Readonly<Record<string, number>>>;
  };
  readonly messages: {
    /**
     * Send 1 to 1,000 single messages.
     *
     * A single object counts as a list of one. A malformed message refuses the whole request with 400, and nothing is sent; a message that cannot be sent for another reason, such as a text that is empty, blank or too long, is reported in its own item. Wait up to 70 seconds for the answer.
     *
     * The client sends a longer list in parts of 1,000.
     */
    send(body: MessageDraft | readonly MessageDraft[], options?: ChangeOptions): Promise<Sent>;
    /**
     * Send 1 to 1,000 cascades, each with all of its steps in one list.
     *
     * Equivalent to POST /message with `cascade`; here all steps are in one list.
     *
     * The client sends a longer list in parts of 1,000.
     */
    sendCascades(body: CascadeDraft | readonly CascadeDraft[], options?: ChangeOptions): Promise<Sent>;
    /**
     * List messages, at most the first 10,000 of a selection.
     *
     * Parameters that take several values are repeated (`status=sent&status=delivered`) or contain a comma-separated list; any of the values matches. Different parameters are combined with AND. Unknown parameters are ignored.
     */
    list(query?: MessagesListQuery, options?: CallOptions): Promise<MessagesListReply>;
    /** The items of `list`, page by page. */
    each(query?: MessagesListQuery, options?: CallOptions): AsyncIterable<MessagesListReply['items'][number]>;
    /** Get one message */
    get(messageUuid: string, options?: CallOptions): Promise<Message>;
    /**
     * Stop messages that have not been handed over.
     *
     * Stopped messages become `unsent` with error 7002 within seconds and are not charged. Stopping the first message of a cascade stops the whole cascade.
     */
    stop(body: MessagesStopBody, options?: ChangeOptions): Promise<MessagesStopReply>;
    /** Report whether the subscriber entered the right digits of a flash call */
    reportFlashcall(body: MessagesReportFlashcallBody, options?: ChangeOptions): Promise<MessagesReportFlashcallReply>;
  };
  readonly dispatches: {
    /** Create a dispatch; add its recipients next */
    create(body: DispatchesCreateBody, options?: ChangeOptions): Promise<DispatchId>;
    /**
     * Add 1 to 1,000 recipients to a dispatch that is not started.
     *
     * The client sends a longer list in parts of 1,000.
     */
    addRecipients(id: number, body: readonly Recipient[], options?: ChangeOptions): Promise<readonly AddedRecipient[]>;
    /**
     * Reserve the cost of a dispatch and start it; recipients cannot be added afterwards.
     *
     * A dispatch without an accepted recipient is refused with 400 and stays `initiated`.
     */
    start(id: number, options?: ChangeOptions): Promise<DispatchId>;
    /** Stop a started dispatch permanently; the answer has no body */
    stop(id: number, options?: ChangeOptions): Promise<void>;
    /** List the dispatches of the account, newest first */
    list(query?: DispatchesListQuery, options?: CallOptions): Promise<DispatchesListReply>;
    /** The items of `list`, page by page. */
    each(query?: DispatchesListQuery, options?: CallOptions): AsyncIterable<DispatchesListReply['items'][number]>;
    /** Get one dispatch with its progress */
    get(id: number, options?: CallOptions): Promise<Dispatch>;
  };
  readonly events: {
    /**
     * Read the events of the account by number, including events without callbacks.
     *
     * The events are those of callbacks, one object each, and are stored for 30 days unless the installation stores them longer. A reader that continues from the last number misses no event. A key of type VERIFIER reads the events of verifications only: their numbers have gaps, and `firstNumber` and `lastNumber` are those of the stored ones (null and 0 if there is none). While no event behind `after` has been removed, `firstNumber` is at most `after` + 1 for such a key too.
     */
    list(query?: EventsListQuery, options?: CallOptions): Promise<EventsListReply>;
  };
  readonly senders: {
    /** Register a sender name; PROMO needs at least one file */
    create(body: SendersCreateBody, options?: FormOptions): Promise<Sender>;
    /** List the account's sender names */
    list(query?: SendersListQuery, options?: CallOptions): Promise<SendersListReply>;
    /** The items of `list`, page by page. */
    each(query?: SendersListQuery, options?: CallOptions): AsyncIterable<SendersListReply['items'][number]>;
    /** Get one sender name */
    get(id: number, options?: CallOptions): Promise<Sender>;
    /** Change a sender name, add files to it, or close it with dateTo */
    update(id: number, body: SenderChange, options?: FileOptions): Promise<Sender>;
  };
  readonly templates: {
    /** Register a template of texts under a sender name */
    create(body: TemplateDraft, options?: ChangeOptions): Promise<Template>;
    /** List the account's templates */
    list(query?: TemplatesListQuery, options?: CallOptions): Promise<TemplatesListReply>;
    /** The items of `list`, page by page. */
    each(query?: TemplatesListQuery, options?: CallOptions): AsyncIterable<TemplatesListReply['items'][number]>;
    /** Get one template */
    get(id: number, options?: CallOptions): Promise<Template>;
    /** Change a template, or close it with dateTo */
    update(id: number, body: TemplateChange, options?: CallOptions): Promise<Template>;
  };
  readonly subscribers: {
    /**
     * Upload 1 to 10,000 subscribers of a bot, or devices of an app.
     *
     * Links ids of a messenger with phone numbers, under a sender name. An id and a number exist once per sender name, and the later item wins: a known id gets the new number, and a subscriber that held the number before is deleted, or stays without a number if it is STOPPED. A GONE subscriber becomes ACTIVE; a STOPPED one stays STOPPED. A malformed item refuses the whole request with 400, and nothing is stored; a number that cannot be read is reported in `items`, and the rest is stored. A sender name has at most 10000000 subscribers; an upload beyond is refused with 400. On PUSH the subscribers are devices: a number has up to 10, and a further one takes the place of a GONE device or of the one that was uploaded first; an upload makes a known device the newest. Messages of PUSH are still sent by number and do not use the devices yet.
     */
    upload(body: SubscribersUploadBody, options?: ChangeOptions): Promise<SubscribersUploadReply>;
    /** List subscribers of bots and devices of apps, by sender name and status */
    list(query?: SubscribersListQuery, options?: CallOptions): Promise<SubscribersListReply>;
    /** The items of `list`, page by page. */
    each(query?: SubscribersListQuery, options?: CallOptions): AsyncIterable<SubscribersListReply['items'][number]>;
    /**
     * Delete 1 to 10,000 subscribers of a bot or devices of an app, by id or by number.
     *
     * Takes either `subscriberIds` or `destinations`. Deletes subscribers in any status; unknown ids and numbers are ignored.
     */
    delete(body: SubscribersDeleteBody, options?: ChangeOptions): Promise<SubscribersDeleteReply>;
    /**
     * Create an invite that links a number with the person who starts the bot by it.
     *
     * Send the link to the number. The first person who starts the bot by it within 7 days becomes the ACTIVE subscriber with this number; the invite is void then. A new invite for the number replaces the earlier one. The installation must hear the events of the bot.
     */
    invite(body: SubscribersInviteBody, options?: ChangeOptions): Promise<SubscribersInviteReply>;
  };
  readonly verifier: {
    /** Generate a code and send it */
    send(body: VerifierSendBody, options?: ChangeOptions): Promise<VerifierSendReply>;
    /** Check a code; a right code is confirmed once */
    check(body: VerifierCheckBody, options?: ChangeOptions): Promise<VerifierCheckReply>;
    /**
     * Get a verification: its status, delivery and price.
     *
     * Members that do not apply are left out. A verification is stored for a day after its code ends.
     */
    get(uuid: string, options?: CallOptions): Promise<Verification>;
    /**
     * Cancel a verification; later checks answer EXPIRED.
     *
     * Messages that were not handed over are stopped and not charged. May be repeated; a confirmed or expired verification keeps its status.
     */
    cancel(uuid: string, options?: ChangeOptions): Promise<VerifierCancelReply>;
    /** Send the code that a visitor of the widget requested */
    sendWidgetCode(body: VerifierSendWidgetCodeBody, options?: ChangeOptions): Promise<VerifierSendWidgetCodeReply>;
    /** Get the result of a widget session; only CONFIRMED proves the number */
    checkWidgetCode(body: VerifierCheckWidgetCodeBody, options?: ChangeOptions): Promise<VerifierCheckWidgetCodeReply>;
  };
};

export type AddedRecipient = {
  readonly destination: string;
  readonly messageUuid?: string;
  readonly errorCode?: number;
};

export type Button = {
  readonly type: 'url' | 'phone' | 'reply';
  readonly text: string;
  /** the URL, the phone number or the payload of the reply */
  readonly value?: string;
};

export type Cascade = CascadeStep | readonly CascadeStep[];

export type CascadeDraft = {
  /** phone number in digits, country code first; spaces, brackets, hyphens and a plus are ignored */
  readonly destination: string;
  /** all steps, including the first */
  readonly cascade: readonly CascadeDraftStep[];
  /** the client's id, returned in callbacks; need not be unique */
  readonly externalMessageId?: string;
  /** stored as given; price and priority follow the matching template, or PROMO without a match */
  readonly trafficType?: 'PROMO' | 'SERVICE' | 'TRANSACT' | 'AUTHORIZE';
  /** search tags; letters, digits and _ */
  readonly tags?: readonly string[];
  /** true (default): the recipient's time zone; false: Moscow */
  readonly useLocalTime?: boolean;
  /** YYYY-MM-DD hh:mm:ss, local time by useLocalTime; not before; from 12 hours ago to 7 days ahead; at once without it */
  readonly localSendTime?: string;
  /** YYYY-MM-DD hh:mm:ss, local time by useLocalTime; given up then, with error 7060; after localSendTime, at most 70 days ahead */
  readonly localCompletionTime?: string;
  /** lifetime in seconds from the hand-over, 60 to 86400; from 30 for FLASHCALL, VOICECODE, TEXT_TO_SPEECH; default 25 hours */
  readonly ttl?: number;
  /** hours in which the message may be sent; an empty list means no limit */
  readonly hours?: readonly number[];
  /** weekdays on which the message may be sent, 1 is Monday; an empty list means no limit */
  readonly days?: readonly number[];
  /** replace the URLs of the text by short links */
  readonly shortUrl?: boolean;
  /** http or https; no private address and no port of another protocol; a login and password in the URL are sent as Basic authorization */
  readonly callbackUrl?: string;
  /** default: `delivered` */
  readonly callbackEvents?: readonly ('delivered' | 'sent' | 'read' | 'price' | 'click')[];
};

export type CascadeDraftStep = ChannelContent & {
  /** an approved sender name of the account on this channel; any text on VK, FLASHCALL, TEXT_TO_SPEECH, WEASY and PUSH; `voicecode` on VOICECODE */
  readonly senderName: string;
  /** lifetime in seconds from the hand-over, 60 to 86400; from 30 for FLASHCALL, VOICECODE, TEXT_TO_SPEECH; default 25 hours */
  readonly ttl?: number;
  readonly shortUrl?: boolean;
  /** condition for the next step; default not_delivered. not_read on VIBER, WHATSAPP and VK only; absent on the last step and without a cascade */
  readonly condition?: 'not_delivered' | 'not_read';
};

export type CascadeStep = ChannelContent & {
  /** an approved sender name of the account on this channel; any text on VK, FLASHCALL, TEXT_TO_SPEECH, WEASY and PUSH; `voicecode` on VOICECODE */
  readonly senderName: string;
  /** lifetime in seconds from the hand-over, 60 to 86400; from 30 for FLASHCALL, VOICECODE, TEXT_TO_SPEECH; default 25 hours */
  readonly ttl?: number;
  readonly shortUrl?: boolean;
  /** condition for the next step; default not_delivered. not_read on VIBER, WHATSAPP and VK only; absent on the last step and without a cascade */
  readonly cascadeCondition?: 'not_delivered' | 'not_read';
  readonly cascade?: Cascade;
};

export type ChannelContent = {
  [Channel in ChannelType]: {
    readonly channelType: Channel;
    readonly content: ContentByChannel[Channel];
  };
}[ChannelType];

export type ChannelType = keyof ContentByChannel;

export type ChatContent = {
  readonly contentType?: 'text';
  readonly text: string;
  /** https address of a picture */
  readonly imageUrl?: string;
  readonly keyboard?: Keyboard;
};

export type ClickCallback = {
  /** position in the feed of the account, without gaps; the same on every repeat */
  readonly event_number: number;
  readonly message_uuid: string;
  readonly channel_type: string;
  /** the first message of the cascade; messages of cascades only */
  readonly cascade_message_uuid?: string;
  /** position in the cascade; messages of cascades only */
  readonly cascade_step?: number;
  /** the client's id, if given */
  readonly external_message_id?: string;
  /** the verification whose code the message carries */
  readonly verification_uuid?: string;
  readonly callback_event: 'click';
  /** the original URL */
  readonly url: string;
  /** the short link */
  readonly short_url: string;
  /** ISO 8601 with an offset or Z */
  readonly click_time: string;
};

export type ContentByChannel = {
  readonly SMS: string | TextContent;
  readonly VIBER: string | MessengerContent | MessengerFileContent | MessengerCodeContent | ViberButtonContent;
  readonly WHATSAPP: string | MessengerContent | MessengerFileContent | MessengerCodeContent;
  readonly VK: string | ChatContent;
  readonly TELEGRAM: string | ChatContent;
  readonly FLASHCALL: string | TextContent;
  readonly VOICECODE: string | TextContent;
  readonly TEXT_TO_SPEECH: string | SpeechContent;
  readonly WEASY: string | ChatContent;
  readonly PUSH: string | PushContent;
  readonly MAX: string | ChatContent;
};

export type ContentLine = {
  readonly text: string;
};

export type Dispatch = {
  readonly dispatchId: number;
  readonly dispatchName: string;
  /** ISO 8601 with an offset or Z */
  readonly created: string;
  readonly localSendTime?: string;
  readonly localCompletionTime?: string;
  readonly useLocalTime: boolean;
  /** initiated: recipients are being added; scheduled: waits for its start time; sending; awaiting: all sent, waits for receipts or cascade steps; paused; changing: between two statuses; done and stopped are final */
  readonly status: 'initiated' | 'changing' | 'scheduled' | 'sending' | 'awaiting' | 'done' | 'paused' | 'stopped';
  readonly channelType: 'SMS' | 'VIBER' | 'WHATSAPP' | 'VK' | 'TELEGRAM' | 'FLASHCALL' | 'VOICECODE' | 'TEXT_TO_SPEECH' | 'WEASY' | 'PUSH' | 'MAX';
  /** sender name */
  readonly source: string;
  /** the text with its placeholders */
  readonly message: string;
  readonly trafficCenterId: number;
  readonly trafficCenterName: string;
  readonly rate?: number;
  readonly rateTerm?: 's' | 'm' | 'h' | 'd';
  /** every message counts in exactly one of the last five */
  readonly parts: DispatchCounts;
  /** every message counts in exactly one of the last five */
  readonly messages: DispatchCounts;
};

export type DispatchCounts = {
  readonly total: number;
  readonly delivered: number;
  readonly undelivered: number;
  readonly unsent: number;
  readonly sent: number;
  readonly sending: number;
};

export type DispatchId = {
  readonly dispatchId: number;
};

export type DispatchesCreateBody = ChannelContent & {
  readonly dispatchName: string;
  /** an approved sender name of the account on this channel; any text on VK, FLASHCALL, TEXT_TO_SPEECH, WEASY and PUSH; `voicecode` on VOICECODE */
  readonly senderName: string;
  /** messages per rateTerm; at most 500 (s), 30000 (m), 1000000 (h), 10000000 (d) */
  readonly rate?: number;
  readonly rateTerm?: 's' | 'm' | 'h' | 'd';
  /** search tags; letters, digits and _ */
  readonly tags?: readonly string[];
  /** true (default): the recipient's time zone; false: Moscow */
  readonly useLocalTime?: boolean;
  /** YYYY-MM-DD hh:mm:ss, local time by useLocalTime; not before; from 12 hours ago to 7 days ahead; at once without it */
  readonly localSendTime?: string;
  /** YYYY-MM-DD hh:mm:ss, local time by useLocalTime; given up then, with error 7060; after localSendTime, at most 70 days ahead */
  readonly localCompletionTime?: string;
  /** lifetime in seconds from the hand-over, 60 to 86400; from 30 for FLASHCALL, VOICECODE, TEXT_TO_SPEECH; default 25 hours */
  readonly ttl?: number;
  /** hours in which the message may be sent; an empty list means no limit */
  readonly hours?: readonly number[];
  /** weekdays on which the message may be sent, 1 is Monday; an empty list means no limit */
  readonly days?: readonly number[];
  /** replace the URLs of the text by short links */
  readonly shortUrl?: boolean;
  /** http or https; no private address and no port of another protocol; a login and password in the URL are sent as Basic authorization */
  readonly callbackUrl?: string;
  /** default: `delivered` */
  readonly callbackEvents?: readonly ('delivered' | 'sent' | 'read' | 'price' | 'click')[];
  readonly cascade?: Cascade;
  /** condition for the next step; default not_delivered. not_read on VIBER, WHATSAPP and VK only; absent on the last step and without a cascade */
  readonly cascadeCondition?: 'not_delivered' | 'not_read';
};

export type DispatchesListQuery = {
  /** page number */
  readonly page?: number;
  /** items per page */
  readonly per_page?: number;
  /** repeated or as a comma list; any of the values matches */
  readonly status?: 'initiated' | 'changing' | 'scheduled' | 'sending' | 'awaiting' | 'done' | 'paused' | 'stopped' | readonly ('initiated' | 'changing' | 'scheduled' | 'sending' | 'awaiting' | 'done' | 'paused' | 'stopped')[];
  /** repeated or as a comma list; any of the values matches */
  readonly channel_type?: 'SMS' | 'VIBER' | 'WHATSAPP' | 'VK' | 'TELEGRAM' | 'FLASHCALL' | 'VOICECODE' | 'TEXT_TO_SPEECH' | 'WEASY' | 'PUSH' | 'MAX' | readonly ('SMS' | 'VIBER' | 'WHATSAPP' | 'VK' | 'TELEGRAM' | 'FLASHCALL' | 'VOICECODE' | 'TEXT_TO_SPEECH' | 'WEASY' | 'PUSH' | 'MAX')[];
  /** repeated or as a comma list; any of the values matches */
  readonly sender_name?: string | readonly string[];
  /** repeated or as a comma list; any of the values matches */
  readonly traffic_center_id?: number | readonly number[];
  /** created at this time or later */
  readonly time_from?: string;
  /** created at this time or earlier */
  readonly time_to?: string;
};

export type DispatchesListReply = {
  readonly page: number;
  readonly perPage: number;
  readonly total: number;
  readonly items: readonly Dispatch[];
};

export type Event = StatusCallback | PriceCallback | ClickCallback | InboundCallback;

export type EventsListQuery = {
  /** events with a greater number; 0: from the beginning */
  readonly after?: number;
  /** items per page */
  readonly limit?: number;
  /** seconds to wait for an event if there is none yet */
  readonly wait?: number;
  /** also returns events that are sent again on request: pass `lastReplay` of the previous answer, or a large number to begin with future replays */
  readonly replays_after?: number;
};

export type EventsListReply = {
  /** in the order of their numbers, which have no gaps. The events of a message are in order. Repeat with the last number as `after` until the list is empty */
  readonly items: readonly Event[];
  /** the oldest stored event, or the next one if none is stored; null: no events yet. If it is greater than `after` + 1, the events between have expired */
  readonly firstNumber: number | null;
  /** the newest event of the account; 0: none yet */
  readonly lastNumber: number;
  /** with `replays_after`: the events of the next replay */
  readonly replayed?: readonly Event[];
  /** with `replays_after`: pass it as `replays_after` in the next request */
  readonly lastReplay?: number;
};

export type InboundCallback = {
  /** position in the feed of the account, without gaps; the same on every repeat */
  readonly event_number: number;
  readonly message_uuid: string;
  readonly callback_event: 'inbound_sent';
  readonly channel_type: string;
  readonly status: 'inbound_sent';
  /** ISO 8601 with an offset or Z */
  readonly status_time: string;
  /** the message as GET /v1/message shows it */
  readonly item: InboundMessage;
};

export type InboundMessage = {
  /** accepted; UTC */
  readonly createdTime: string;
  /** handed over; UTC */
  readonly sentTime?: string;
  /** when `status` was reached; UTC */
  readonly statusTime?: string;
  readonly direction: 'outbound' | 'inbound';
  readonly channelType: string;
  readonly sendingMethod?: 'API' | 'UI' | 'VERIFIER_API' | 'VERIFIER_WIDGET';
  /** as sent; without it as `derivedTrafficType` */
  readonly trafficType?: 'PROMO' | 'SERVICE' | 'TRANSACT' | 'AUTHORIZE';
  /** type of the template that the text matched, else PROMO; price, priority and waits follow it */
  readonly derivedTrafficType?: 'PROMO' | 'SERVICE' | 'TRANSACT' | 'AUTHORIZE';
  /** of the template that the text matched */
  readonly templateId?: number;
  /** of a dispatch */
  readonly dispatchId?: number;
  readonly messageUuid: string;
  /** the client's own id */
  readonly externalMessageId?: string;
  /** of the key that sent it */
  readonly trafficCenterId?: number;
  readonly senderName: string;
  /** the subscriber's number, also for inbound messages */
  readonly destination: string;
  /** operator of the number */
  readonly brand?: string;
  /** country of the number */
  readonly country?: string;
  /** region of the number */
  readonly region?: string;
  /** the text as sent, with short links */
  readonly content?: string;
  /** the content object, if one was sent */
  readonly specialContent?: Readonly<Record<string, unknown>>;
  readonly tags?: readonly string[];
  /** as sent */
  readonly ttl?: number;
  readonly hours?: readonly number[];
  readonly days?: readonly number[];
  /** as sent */
  readonly localSendTime?: string;
  /** as sent */
  readonly localCompletionTime?: string;
  readonly useLocalTime?: boolean;
  readonly callbackEvents?: readonly string[];
  /** as sent; a password is shown as *** */
  readonly callbackUrl?: string;
  readonly shortUrl?: boolean;
  readonly totalParts: number;
  readonly price?: MessagePrice;
  /** sending: not handed over yet; sent: handed over; delivered, undelivered, unsent: final; inbound_sent: received from a subscriber */
  readonly status: 'sending' | 'sent' | 'delivered' | 'undelivered' | 'unsent' | 'inbound_sent';
  /** why the message is still `sending`: route, every open connection costs more than the account pays. It fails with 502 when the wait of its `derivedTrafficType` is over, a week unless the company has set another */
  readonly waitsFor?: 'route';
  /** VIBER, WHATSAPP and VK; unread when the lifetime has expired */
  readonly readStatus?: 'read' | 'unread';
  /** when `readStatus` was reached; UTC */
  readonly readStatusTime?: string;
  /** the first message of the cascade */
  readonly cascadeMessageUuid?: string;
  /** position in the cascade, from 1 */
  readonly cascadeStep?: number;
  /** reason why the message was not delivered or not sent */
  readonly errorCode?: number;
  /** the operator's or provider's own code of the failure, only if it gave one; `accepted` with a delivered message means that the provider has accepted it and reports no delivery */
  readonly providerCode?: string;
};

export type Keyboard = {
  readonly buttons: readonly Button[];
};

export type Message = {
  /** accepted; UTC */
  readonly createdTime: string;
  /** handed over; UTC */
  readonly sentTime?: string;
  /** when `status` was reached; UTC */
  readonly statusTime?: string;
  readonly direction: 'outbound' | 'inbound';
  readonly channelType: string;
  readonly sendingMethod?: 'API' | 'UI' | 'VERIFIER_API' | 'VERIFIER_WIDGET';
  /** as sent; without it as `derivedTrafficType` */
  readonly trafficType?: 'PROMO' | 'SERVICE' | 'TRANSACT' | 'AUTHORIZE';
  /** type of the template that the text matched, else PROMO; price, priority and waits follow it */
  readonly derivedTrafficType?: 'PROMO' | 'SERVICE' | 'TRANSACT' | 'AUTHORIZE';
  /** of the template that the text matched */
  readonly templateId?: number;
  /** of a dispatch */
  readonly dispatchId?: number;
  readonly messageUuid: string;
  /** the client's own id */
  readonly externalMessageId?: string;
  /** of the key that sent it */
  readonly trafficCenterId?: number;
  readonly senderName: string;
  /** the subscriber's number, also for inbound messages */
  readonly destination: string;
  /** operator of the number */
  readonly brand?: string;
  /** country of the number */
  readonly country?: string;
  /** region of the number */
  readonly region?: string;
  /** the text as sent, with short links */
  readonly content: string;
  /** the content object, if one was sent */
  readonly specialContent?: Readonly<Record<string, unknown>>;
  readonly tags?: readonly string[];
  /** as sent */
  readonly ttl?: number;
  readonly hours?: readonly number[];
  readonly days?: readonly number[];
  /** as sent */
  readonly localSendTime?: string;
  /** as sent */
  readonly localCompletionTime?: string;
  readonly useLocalTime?: boolean;
  readonly callbackEvents?: readonly string[];
  /** as sent; a password is shown as *** */
  readonly callbackUrl?: string;
  readonly shortUrl?: boolean;
  readonly totalParts: number;
  readonly price?: MessagePrice;
  /** sending: not handed over yet; sent: handed over; delivered, undelivered, unsent: final; inbound_sent: received from a subscriber */
  readonly status: 'sending' | 'sent' | 'delivered' | 'undelivered' | 'unsent' | 'inbound_sent';
  /** why the message is still `sending`: route, every open connection costs more than the account pays. It fails with 502 when the wait of its `derivedTrafficType` is over, a week unless the company has set another */
  readonly waitsFor?: 'route';
  /** VIBER, WHATSAPP and VK; unread when the lifetime has expired */
  readonly readStatus?: 'read' | 'unread';
  /** when `readStatus` was reached; UTC */
  readonly readStatusTime?: string;
  /** the first message of the cascade */
  readonly cascadeMessageUuid?: string;
  /** position in the cascade, from 1 */
  readonly cascadeStep?: number;
  /** reason why the message was not delivered or not sent */
  readonly errorCode?: number;
  /** the operator's or provider's own code of the failure, only if it gave one; `accepted` with a delivered message means that the provider has accepted it and reports no delivery */
  readonly providerCode?: string;
};

export type MessageDraft = ChannelContent & {
  /** an approved sender name of the account on this channel; any text on VK, FLASHCALL, TEXT_TO_SPEECH, WEASY and PUSH; `voicecode` on VOICECODE */
  readonly senderName: string;
  /** phone number in digits, country code first; spaces, brackets, hyphens and a plus are ignored */
  readonly destination: string;
  /** the client's id, returned in callbacks; need not be unique */
  readonly externalMessageId?: string;
  /** stored as given; price and priority follow the matching template, or PROMO without a match */
  readonly trafficType?: 'PROMO' | 'SERVICE' | 'TRANSACT' | 'AUTHORIZE';
  /** search tags; letters, digits and _ */
  readonly tags?: readonly string[];
  /** true (default): the recipient's time zone; false: Moscow */
  readonly useLocalTime?: boolean;
  /** YYYY-MM-DD hh:mm:ss, local time by useLocalTime; not before; from 12 hours ago to 7 days ahead; at once without it */
  readonly localSendTime?: string;
  /** YYYY-MM-DD hh:mm:ss, local time by useLocalTime; given up then, with error 7060; after localSendTime, at most 70 days ahead */
  readonly localCompletionTime?: string;
  /** lifetime in seconds from the hand-over, 60 to 86400; from 30 for FLASHCALL, VOICECODE, TEXT_TO_SPEECH; default 25 hours */
  readonly ttl?: number;
  /** hours in which the message may be sent; an empty list means no limit */
  readonly hours?: readonly number[];
  /** weekdays on which the message may be sent, 1 is Monday; an empty list means no limit */
  readonly days?: readonly number[];
  /** replace the URLs of the text by short links */
  readonly shortUrl?: boolean;
  /** http or https; no private address and no port of another protocol; a login and password in the URL are sent as Basic authorization */
  readonly callbackUrl?: string;
  /** default: `delivered` */
  readonly callbackEvents?: readonly ('delivered' | 'sent' | 'read' | 'price' | 'click')[];
  readonly cascade?: Cascade;
  /** condition for the next step; default not_delivered. not_read on VIBER, WHATSAPP and VK only; absent on the last step and without a cascade */
  readonly cascadeCondition?: 'not_delivered' | 'not_read';
};

export type MessagePrice = {
  readonly totalPrice: number;
  /** ISO 4217 code */
  readonly currency: string;
  readonly invoicedParts: number;
  /** true: the status does not change any more */
  readonly final: boolean;
};

export type MessagesListQuery = {
  /** page number */
  readonly page?: number;
  /** `page` times `per_page` is at most 10,000; `perPage` works as well */
  readonly per_page?: number;
  /** `-` reverses the order; default: -created_time */
  readonly sort?: 'created_time' | '-created_time' | 'sent_time' | '-sent_time' | 'status_time' | '-status_time';
  /** sent, or ended as unsent, at this time or later; what is still to be sent drops out */
  readonly time_from?: string;
  /** sent, or ended as unsent, at this time or earlier */
  readonly time_to?: string;
  /** of these dispatches */
  readonly dispatch_id?: number | readonly number[];
  /** with this messageUuid or externalMessageId */
  readonly message_uuid?: string | readonly string[];
  /** with the client's own id */
  readonly external_message_id?: string | readonly string[];
  /** to this number */
  readonly destination?: string | readonly string[];
  /** in this status */
  readonly status?: 'sending' | 'sent' | 'delivered' | 'undelivered' | 'unsent' | 'inbound_sent' | readonly ('sending' | 'sent' | 'delivered' | 'undelivered' | 'unsent' | 'inbound_sent')[];
  /** of these traffic centers */
  readonly traffic_center_id?: number | readonly number[];
  /** with this tag */
  readonly tags?: string | readonly string[];
  /** sent in this way */
  readonly sending_method?: 'API' | 'UI' | 'VERIFIER_API' | 'VERIFIER_WIDGET' | readonly ('API' | 'UI' | 'VERIFIER_API' | 'VERIFIER_WIDGET')[];
  /** over this channel */
  readonly channel_type?: 'SMS' | 'VIBER' | 'WHATSAPP' | 'VK' | 'TELEGRAM' | 'FLASHCALL' | 'VOICECODE' | 'TEXT_TO_SPEECH' | 'WEASY' | 'PUSH' | 'MAX' | readonly ('SMS' | 'VIBER' | 'WHATSAPP' | 'VK' | 'TELEGRAM' | 'FLASHCALL' | 'VOICECODE' | 'TEXT_TO_SPEECH' | 'WEASY' | 'PUSH' | 'MAX')[];
  /** of this traffic type */
  readonly traffic_type?: 'PROMO' | 'SERVICE' | 'TRANSACT' | 'AUTHORIZE' | readonly ('PROMO' | 'SERVICE' | 'TRANSACT' | 'AUTHORIZE')[];
  /** that matched these templates */
  readonly template_id?: number | readonly number[];
  /** under this sender name */
  readonly sender_name?: string | readonly string[];
  /** whose text contains this, in any case of letters; repeated: all of them */
  readonly content?: string | readonly string[];
  /** whose text does not contain this, in any case of letters; repeated: none of them */
  readonly content_nor?: string | readonly string[];
  /** the first message of the cascade */
  readonly cascade_message_uuid?: string;
  /** true: outside cascades, and first steps; false: steps from the second on */
  readonly root?: boolean;
  /** true: those that can still be stopped */
  readonly ready_to_stop?: boolean;
  /** ISO 3166 alpha-2 of the subscriber's country */
  readonly country_code?: string | readonly string[];
  /** outbound without it */
  readonly direction?: 'inbound' | 'outbound' | readonly ('inbound' | 'outbound')[];
  /** true: messages of dispatches; false: single messages */
  readonly dispatch?: boolean;
};

export type MessagesListReply = {
  readonly page: number;
  readonly perPage: number;
  /** counts up to 10,000 */
  readonly total: number;
  readonly items: readonly Message[];
};

export type MessagesReportFlashcallBody = {
  readonly messageUuid: string;
  readonly result: 'NUMBER_VERIFIED' | 'NUMBER_VERIFIERD' | 'WRONG_CODE';
  /** the digits that the subscriber entered */
  readonly code?: string;
};

export type MessagesReportFlashcallReply = {
  readonly messageUuid: string;
  readonly result: 'NUMBER_VERIFIED' | 'WRONG_CODE';
};

export type MessagesStopBody = {
  /** values of messageUuid; each is reported once */
  readonly uuids: readonly string[];
};

export type MessagesStopReply = {
  /** true: the results contain a 403 or 404 */
  readonly errors: boolean;
  readonly items: readonly StoppedItem[];
};

export type MessengerCodeContent = {
  readonly contentType: 'authentication';
  readonly text?: string;
  /** the code of an authentication */
  readonly code: string;
  /** line above the text */
  readonly header?: ContentLine;
  /** line below the text */
  readonly footer?: ContentLine;
  /** text below a file */
  readonly caption?: string;
  /** name of the file for the recipient */
  readonly fileName?: string;
  readonly keyboard?: Keyboard;
};

export type MessengerContent = {
  readonly contentType?: 'text';
  readonly text: string;
  /** line above the text */
  readonly header?: ContentLine;
  /** line below the text */
  readonly footer?: ContentLine;
  /** text below a file */
  readonly caption?: string;
  /** name of the file for the recipient */
  readonly fileName?: string;
  readonly keyboard?: Keyboard;
};

export type MessengerFileContent = {
  readonly contentType: 'image' | 'video' | 'document' | 'audio';
  readonly text?: string;
  /** https address of the file */
  readonly fileUrl: string;
  /** line above the text */
  readonly header?: ContentLine;
  /** line below the text */
  readonly footer?: ContentLine;
  /** text below a file */
  readonly caption?: string;
  /** name of the file for the recipient */
  readonly fileName?: string;
  readonly keyboard?: Keyboard;
};

export type PriceCallback = {
  /** position in the feed of the account, without gaps; the same on every repeat */
  readonly event_number: number;
  readonly message_uuid: string;
  readonly channel_type: string;
  /** the first message of the cascade; messages of cascades only */
  readonly cascade_message_uuid?: string;
  /** position in the cascade; messages of cascades only */
  readonly cascade_step?: number;
  /** the client's id, if given */
  readonly external_message_id?: string;
  /** the verification whose code the message carries */
  readonly verification_uuid?: string;
  readonly callback_event: 'price';
  readonly parts: number;
  readonly price: number;
  /** ISO 4217 code */
  readonly currency: string;
  /** ISO 8601 with an offset or Z */
  readonly price_time: string;
};

export type PushContent = {
  readonly contentType?: 'push' | 'text';
  readonly text: string;
  /** title of a notification */
  readonly title?: string;
  /** https address of a picture */
  readonly imageUrl?: string;
  /** address or screen that a tap opens */
  readonly action?: string;
  /** values for the app */
  readonly data?: Readonly<Record<string, unknown>>;
};

export type Recipient = {
  /** phone number in digits, country code first; spaces, brackets, hyphens and a plus are ignored */
  readonly destination: string;
  /** map from placeholder name to value */
  readonly substitutions?: Readonly<Record<string, string | number | boolean>>;
  /** replaces the text of the dispatch; if it is empty, blank or too long, its recipient is refused (7403) */
  readonly customText?: string;
  /** the client's id, returned in callbacks; need not be unique */
  readonly externalMessageId?: string;
};

export type RefusedSubscriber = {
  /** position in the request, from 0 */
  readonly index: number;
  /** 400: the number cannot be read */
  readonly code: number;
  readonly errorCode: number;
  readonly msg: string;
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

export type SendersCreateBody = {
  readonly channelType: 'SMS' | 'VIBER' | 'WHATSAPP' | 'VK' | 'TELEGRAM' | 'FLASHCALL' | 'VOICECODE' | 'TEXT_TO_SPEECH' | 'WEASY' | 'PUSH' | 'MAX';
  /** up to 11 characters for SMS; surrounding spaces are removed */
  readonly senderName: string;
  readonly commonType: 'PROMO' | 'COMMON' | 'MULTISIGNATURE' | 'INTERNATIONAL_VERIFY' | 'INTERNATIONAL_COMMON';
  /** required for SMS; ignored on other channels, which default to MTS */
  readonly brand?: 'MTS' | 'BEELINE' | 'MEGAFON' | 'TELE2';
  /** ISO 8601 with an offset or Z */
  readonly dateFrom: string;
  /** ISO 3166 alpha-2 */
  readonly countryCode?: string;
  readonly description?: string;
};

export type SendersListQuery = {
  /** repeated or as a comma list; any of the values matches */
  readonly channel_type?: 'SMS' | 'VIBER' | 'WHATSAPP' | 'VK' | 'TELEGRAM' | 'FLASHCALL' | 'VOICECODE' | 'TEXT_TO_SPEECH' | 'WEASY' | 'PUSH' | 'MAX' | readonly ('SMS' | 'VIBER' | 'WHATSAPP' | 'VK' | 'TELEGRAM' | 'FLASHCALL' | 'VOICECODE' | 'TEXT_TO_SPEECH' | 'WEASY' | 'PUSH' | 'MAX')[];
  /** repeated or as a comma list; any of the values matches */
  readonly country_code?: string | readonly string[];
  /** repeated or as a comma list; any of the values matches */
  readonly brand?: 'MTS' | 'BEELINE' | 'MEGAFON' | 'TELE2' | readonly ('MTS' | 'BEELINE' | 'MEGAFON' | 'TELE2')[];
  /** repeated or as a comma list; any of the values matches */
  readonly common_type?: 'PROMO' | 'COMMON' | 'MULTISIGNATURE' | 'INTERNATIONAL_VERIFY' | 'INTERNATIONAL_COMMON' | readonly ('PROMO' | 'COMMON' | 'MULTISIGNATURE' | 'INTERNATIONAL_VERIFY' | 'INTERNATIONAL_COMMON')[];
  /** repeated or as a comma list; any of the values matches */
  readonly status?: 'DRAFT' | 'PRE_REVIEW' | 'INTERNAL_REVIEW' | 'EXTERNAL_REVIEW' | 'AWAITING' | 'APPROVED' | 'REJECTED' | 'DENIED' | 'CLOSED' | readonly ('DRAFT' | 'PRE_REVIEW' | 'INTERNAL_REVIEW' | 'EXTERNAL_REVIEW' | 'AWAITING' | 'APPROVED' | 'REJECTED' | 'DENIED' | 'CLOSED')[];
  /** page number */
  readonly page?: number;
  /** items per page */
  readonly per_page?: number;
};

export type SendersListReply = {
  readonly page: number;
  readonly perPage: number;
  readonly total: number;
  readonly items: readonly Sender[];
};

export type Sent = {
  /** false: every message was created */
  readonly errors: boolean;
  /** one per message, in the order of the request */
  readonly items: readonly SentItem[];
};

export type SentItem = {
  /** null: the message was not created */
  readonly messageUuid: string | null;
  /** 201 created; 400 number or text, 402 money, 403 sender name, 404 template, 429 limit of the account, 500 send again */
  readonly code: number;
  /** the error code of the refused message */
  readonly errorCode?: number;
  readonly msg?: string;
  /** the client's own id */
  readonly externalMessageId?: string;
};

export type SpeechContent = {
  readonly contentType?: 'text';
  readonly text: string;
  readonly voice?: 'FEMALE' | 'MALE';
  readonly speed?: number;
};

export type StatusCallback = {
  /** position in the feed of the account, without gaps; the same on every repeat */
  readonly event_number: number;
  readonly message_uuid: string;
  readonly channel_type: string;
  /** the first message of the cascade; messages of cascades only */
  readonly cascade_message_uuid?: string;
  /** position in the cascade; messages of cascades only */
  readonly cascade_step?: number;
  /** the client's id, if given */
  readonly external_message_id?: string;
  /** the verification whose code the message carries */
  readonly verification_uuid?: string;
  /** confirmed: the code of a verification was entered; expired: it can no longer be entered */
  readonly callback_event: 'delivered' | 'sent' | 'read' | 'confirmed' | 'expired';
  readonly status: 'sent' | 'delivered' | 'undelivered' | 'unsent' | 'read' | 'unread' | 'confirmed' | 'expired';
  /** ISO 8601 with an offset or Z */
  readonly status_time: string;
  /** reason why the message was not delivered or not sent */
  readonly error_code?: number;
};

export type StoppedItem = {
  readonly messageUuid: string;
  /** 200 stopped, 202 being handed over, 403 too late, 404 not found */
  readonly code: number;
};

export type Subscriber = {
  readonly channelType: 'TELEGRAM' | 'MAX' | 'VK' | 'VIBER' | 'WEASY' | 'PUSH';
  readonly senderName: string;
  readonly subscriberId: string;
  /** on PUSH only */
  readonly provider?: 'FCM' | 'APNS' | 'RUSTORE' | 'HMS' | 'WEB_PUSH';
  /** phone number in digits; null: not known, or linked with another subscriber since */
  readonly destination: string | null;
  /** STOPPED: the person stopped or blocked the bot, and only the person ends this; GONE: the messenger or push service does not know the id any more */
  readonly status: 'ACTIVE' | 'STOPPED' | 'GONE';
  /** UPLOAD: first seen in an upload; BOT: first seen by the bot */
  readonly source: 'UPLOAD' | 'BOT';
  readonly tags: readonly string[];
  /** ISO 8601 with an offset or Z */
  readonly createdAt: string;
  /** ISO 8601 with an offset or Z */
  readonly updatedAt: string;
};

export type SubscriberDraft = {
  /** id of the person in the messenger, at most 200 characters, digits on TELEGRAM, MAX and VK; on PUSH the token of a device, or a Web Push subscription as JSON text */
  readonly subscriberId: string;
  /** push service of the device; required on PUSH, refused on other channels */
  readonly provider?: 'FCM' | 'APNS' | 'RUSTORE' | 'HMS' | 'WEB_PUSH';
  /** phone number in digits, country code first; spaces, brackets, hyphens and a plus are ignored */
  readonly destination: string;
  /** letters, digits and _; absent: a known subscriber keeps its tags */
  readonly tags?: readonly string[];
};

export type SubscribersDeleteBody = {
  readonly channelType: 'TELEGRAM' | 'MAX' | 'VK' | 'VIBER' | 'WEASY' | 'PUSH';
  /** a registered sender name of the account on this channel, in any status */
  readonly senderName: string;
  readonly subscriberIds?: readonly string[];
  readonly destinations?: readonly string[];
};

export type SubscribersDeleteReply = {
  readonly deleted: number;
};

export type SubscribersInviteBody = {
  readonly channelType: 'TELEGRAM' | 'MAX';
  /** a registered sender name of the account on this channel, in any status */
  readonly senderName: string;
  /** phone number in digits, country code first; spaces, brackets, hyphens and a plus are ignored */
  readonly destination: string;
};

export type SubscribersInviteReply = {
  /** parameter `start` of a link to the bot; shown once */
  readonly token: string;
  /** link of the bot with the token; null: the sender name is not a user name of the messenger */
  readonly url: string | null;
  /** ISO 8601 with an offset or Z */
  readonly expiresAt: string;
};

export type SubscribersListQuery = {
  /** repeated or as a comma list; any of the values matches */
  readonly channel_type?: 'TELEGRAM' | 'MAX' | 'VK' | 'VIBER' | 'WEASY' | 'PUSH' | readonly ('TELEGRAM' | 'MAX' | 'VK' | 'VIBER' | 'WEASY' | 'PUSH')[];
  /** repeated or as a comma list; any of the values matches */
  readonly sender_name?: string | readonly string[];
  /** repeated or as a comma list; any of the values matches */
  readonly destination?: string | readonly string[];
  /** repeated or as a comma list; any of the values matches */
  readonly subscriber_id?: string | readonly string[];
  /** repeated or as a comma list; any of the values matches */
  readonly status?: 'ACTIVE' | 'STOPPED' | 'GONE' | readonly ('ACTIVE' | 'STOPPED' | 'GONE')[];
  /** page number */
  readonly page?: number;
  /** items per page; `page` times `per_page` is at most 100,000 */
  readonly per_page?: number;
};

export type SubscribersListReply = {
  readonly page: number;
  readonly perPage: number;
  /** all that match; with `destination` or `subscriber_id` it counts up to 100,000 */
  readonly total: number;
  readonly items: readonly Subscriber[];
};

export type SubscribersUploadBody = {
  readonly channelType: 'TELEGRAM' | 'MAX' | 'VK' | 'VIBER' | 'WEASY' | 'PUSH';
  /** a registered sender name of the account on this channel, in any status */
  readonly senderName: string;
  readonly subscribers: readonly SubscriberDraft[];
};

export type SubscribersUploadReply = {
  /** false: every item was stored */
  readonly errors: boolean;
  readonly created: number;
  /** subscribers that were known before */
  readonly updated: number;
  /** refused items only */
  readonly items: readonly RefusedSubscriber[];
};

export type Template = {
  readonly id: number;
  readonly channelType: 'SMS' | 'VIBER' | 'WHATSAPP' | 'VK' | 'TELEGRAM' | 'FLASHCALL' | 'VOICECODE' | 'TEXT_TO_SPEECH' | 'WEASY' | 'PUSH' | 'MAX';
  readonly templateType: 'SERVICE' | 'TRANSACT' | 'AUTHORIZE';
  readonly pattern: string;
  /** ISO 8601 with an offset or Z */
  readonly dateFrom: string;
  readonly dateTo: string | null;
  readonly senderNameId: number;
  readonly senderName: string;
  /** SMS only */
  readonly brand?: 'MTS' | 'BEELINE' | 'MEGAFON' | 'TELE2';
  /** ISO 3166 alpha-2; VIBER only */
  readonly countryCode?: string;
  readonly managerComment: string | null;
  readonly status: 'INTERNAL_REVIEW' | 'EXTERNAL_REVIEW' | 'AWAITING' | 'APPROVED' | 'REJECTED' | 'DENIED' | 'CLOSED';
  /** ISO 8601 with an offset or Z */
  readonly createdAt: string;
  readonly rejectedAt: string | null;
  /** WHATSAPP only, as sent */
  readonly content?: Readonly<Record<string, unknown>>;
  /** the template at WhatsApp that `content` names, only if the account of the sender name lets it be read */
  readonly provider?: {
    /** the word of WhatsApp, such as APPROVED or PAUSED; MISSING: it has no such template */
    readonly status: string;
    /** why WhatsApp refuses messages of the template; null: it does not */
    readonly problem: string | null;
    readonly checkedAt: string | null;
  };
};

export type TemplateButton = {
  readonly type: 'url' | 'phone' | 'reply';
  readonly text: string;
  /** URL, number or text of the button */
  readonly value?: string;
};

export type TemplateChange = {
  /** %d digits, %w a word, {a,b} minimum and maximum, + one or more; other text is literal */
  readonly pattern?: string;
  /** ISO 8601 with an offset or Z */
  readonly dateFrom?: string;
  /** closes the template; null leaves it open-ended */
  readonly dateTo?: string | null;
};

export type TemplateContent = {
  readonly contentType?: 'text' | 'image' | 'video' | 'document' | 'audio' | 'authentication';
  readonly header?: TemplateLine;
  readonly footer?: TemplateLine;
  readonly keyboard?: {
    readonly buttons: readonly TemplateButton[];
  };
  /** the template that WhatsApp has approved; matching texts go as this template */
  readonly template?: {
    readonly name: string;
    readonly language: string;
  };
};

export type TemplateDraft = {
  readonly channelType: 'SMS' | 'VIBER' | 'WHATSAPP' | 'VK' | 'TELEGRAM' | 'FLASHCALL' | 'VOICECODE' | 'TEXT_TO_SPEECH' | 'WEASY' | 'PUSH' | 'MAX';
  readonly templateType: 'SERVICE' | 'TRANSACT' | 'AUTHORIZE';
  /** %d digits, %w a word, {a,b} minimum and maximum, + one or more; other text is literal */
  readonly pattern: string;
  readonly senderNameId: number;
  /** ISO 8601 with an offset or Z */
  readonly dateFrom: string;
  /** ISO 3166 alpha-2; VIBER only */
  readonly countryCode?: string;
  /** WHATSAPP only */
  readonly content?: TemplateContent;
};

export type TemplateLine = {
  readonly text: string;
};

export type TemplatesListQuery = {
  /** repeated or as a comma list; any of the values matches */
  readonly template_id?: string | readonly string[];
  /** repeated or as a comma list; any of the values matches */
  readonly channel_type?: 'SMS' | 'VIBER' | 'WHATSAPP' | 'VK' | 'TELEGRAM' | 'FLASHCALL' | 'VOICECODE' | 'TEXT_TO_SPEECH' | 'WEASY' | 'PUSH' | 'MAX' | readonly ('SMS' | 'VIBER' | 'WHATSAPP' | 'VK' | 'TELEGRAM' | 'FLASHCALL' | 'VOICECODE' | 'TEXT_TO_SPEECH' | 'WEASY' | 'PUSH' | 'MAX')[];
  /** repeated or as a comma list; any of the values matches */
  readonly template_type?: 'SERVICE' | 'TRANSACT' | 'AUTHORIZE' | readonly ('SERVICE' | 'TRANSACT' | 'AUTHORIZE')[];
  /** repeated or as a comma list; any of the values matches */
  readonly status?: 'INTERNAL_REVIEW' | 'EXTERNAL_REVIEW' | 'AWAITING' | 'APPROVED' | 'REJECTED' | 'DENIED' | 'CLOSED' | readonly ('INTERNAL_REVIEW' | 'EXTERNAL_REVIEW' | 'AWAITING' | 'APPROVED' | 'REJECTED' | 'DENIED' | 'CLOSED')[];
  /** repeated or as a comma list; any of the values matches */
  readonly sender_name?: string | readonly string[];
  /** repeated or as a comma list; any of the values matches */
  readonly brand?: 'MTS' | 'BEELINE' | 'MEGAFON' | 'TELE2' | readonly ('MTS' | 'BEELINE' | 'MEGAFON' | 'TELE2')[];
  /** repeated or as a comma list; any of the values matches */
  readonly country_code?: string | readonly string[];
  /** page number */
  readonly page?: number;
  /** items per page */
  readonly per_page?: number;
};

export type TemplatesListReply = {
  readonly page: number;
  readonly perPage: number;
  readonly total: number;
  readonly items: readonly Template[];
};

export type TextContent = {
  readonly contentType?: 'text';
  readonly text: string;
};

export type Verification = {
  readonly uuid: string;
  /** PENDING: the code can be entered; EXPIRED: too late, or too many checks */
  readonly status: 'PENDING' | 'CONFIRMED' | 'EXPIRED' | 'CANCELLED';
  /** of the newest message */
  readonly channelType: 'SMS' | 'VIBER' | 'WHATSAPP' | 'VK' | 'TELEGRAM' | 'FLASHCALL' | 'VOICECODE' | 'TEXT_TO_SPEECH' | 'WEASY' | 'PUSH' | 'MAX' | 'TELEGRAM_GATEWAY';
  /** sending: not handed over yet; undelivered: also never sent */
  readonly delivery: 'sending' | 'sent' | 'delivered' | 'undelivered';
  readonly attemptsLeft: number;
  /** of all its messages */
  readonly price: {
    readonly totalPrice: number;
    /** ISO 4217 code */
    readonly currency: string;
    /** true: the price does not change any more */
    readonly final: boolean;
  };
  /** ISO 8601 with an offset or Z */
  readonly createdAt: string;
  /** ISO 8601 with an offset or Z */
  readonly expiresAt: string;
  /** ISO 8601 with an offset or Z */
  readonly confirmedAt?: string;
  /** the client's own id */
  readonly externalMessageId?: string;
  /** its messages in the order of sending */
  readonly steps: readonly VerificationStep[];
};

export type VerificationStep = {
  readonly channelType: 'SMS' | 'VIBER' | 'WHATSAPP' | 'VK' | 'TELEGRAM' | 'FLASHCALL' | 'VOICECODE' | 'TEXT_TO_SPEECH' | 'WEASY' | 'PUSH' | 'MAX' | 'TELEGRAM_GATEWAY';
  readonly messageUuid: string;
  /** sending: not handed over yet; undelivered: also never sent */
  readonly delivery: 'sending' | 'sent' | 'delivered' | 'undelivered';
  /** accepted */
  readonly at: string;
};

export type VerifierCancelReply = {
  /** PENDING: the code can be entered; EXPIRED: too late, or too many checks */
  readonly status: 'PENDING' | 'CONFIRMED' | 'EXPIRED' | 'CANCELLED';
};

export type VerifierCheckBody = {
  readonly uuid: string;
  readonly code: string;
};

export type VerifierCheckReply = {
  /** CONFIRMED: once; WRONG_CODE: may be retried; EXPIRED: too late, too many checks or already confirmed; NOT_FOUND */
  readonly status: 'CONFIRMED' | 'WRONG_CODE' | 'EXPIRED' | 'NOT_FOUND';
};

export type VerifierCheckWidgetCodeBody = {
  /** the key that the widget passed to the page */
  readonly key: string;
  /** the number in the form of the site; NOT_FOUND if the code went to another number */
  readonly destination?: string;
};

export type VerifierCheckWidgetCodeReply = {
  readonly status: 'CONFIRMED' | 'WRONG_CODE' | 'EXPIRED' | 'NOT_FOUND' | 'PENDING';
};

export type VerifierSendBody = {
  /** a channel of the profile; AUTO: the profile chooses */
  readonly channelType: 'SMS' | 'VIBER' | 'WHATSAPP' | 'VK' | 'TELEGRAM' | 'FLASHCALL' | 'VOICECODE' | 'TEXT_TO_SPEECH' | 'WEASY' | 'PUSH' | 'MAX' | 'TELEGRAM_GATEWAY' | 'AUTO';
  /** phone number */
  readonly destination: string;
  /** verification profile of the account */
  readonly gatewayId: string;
  /** the client's id, returned in callbacks; need not be unique */
  readonly externalMessageId?: string;
  /** target of the events `sent`, `delivered`, `confirmed` and `expired`, with `verification_uuid`; default: that of the profile */
  readonly callbackUrl?: string;
  /** language of the text, if the profile has one in it; default: that of the profile */
  readonly language?: 'ru' | 'en' | 'kk' | 'uz' | 'be';
};

export type VerifierSendReply = {
  readonly uuid: string;
};

export type VerifierSendWidgetCodeBody = {
  /** the key that the widget passed to the page */
  readonly key: string;
};

export type VerifierSendWidgetCodeReply = {
  readonly messageUuid: string;
};

export type ViberButtonContent = {
  readonly contentType: 'button';
  readonly text: string;
  /** https address of a picture */
  readonly imageUrl?: string;
  /** text of the button */
  readonly caption?: string;
  /** address that the button opens */
  readonly action?: string;
};

export const MESSAGING_ROUTES: Readonly<Record<string, Readonly<Record<string, Route>>>> = {
  service: {
    ping: { method: 'GET', path: '/api/v1/ping', params: [], reply: 'text', open: true },
  },
  balance: {
    get: { method: 'GET', path: '/api/v1/balance', params: [] },
  },
  messages: {
    send: { method: 'POST', path: '/api/v1/message', params: [], takes: 'body', repeat: 'key', cut: 1000 },
    sendCascades: { method: 'POST', path: '/api/v1/message/cascade', params: [], takes: 'body', repeat: 'key', cut: 1000 },
    list: { method: 'GET', path: '/api/v1/message', params: [], takes: 'query', pages: true },
    get: { method: 'GET', path: '/api/v1/message/{messageUuid}', params: ['messageUuid'] },
    stop: { method: 'POST', path: '/api/v1/message/stop', params: [], takes: 'body', repeat: 'key' },
    reportFlashcall: { method: 'POST', path: '/api/v1/flashcall-conversion', params: [], takes: 'body', repeat: 'key' },
  },
  dispatches: {
    create: { method: 'POST', path: '/api/v1/dispatch', params: [], takes: 'body', repeat: 'key' },
    addRecipients: { method: 'POST', path: '/api/v1/dispatch/{id}/messages', params: ['id'], takes: 'body', repeat: 'key', cut: 1000 },
    start: { method: 'POST', path: '/api/v1/dispatch/{id}/start', params: ['id'], repeat: 'key' },
    stop: { method: 'POST', path: '/api/v1/dispatch/{id}/stop', params: ['id'], reply: 'text', repeat: 'key' },
    list: { method: 'GET', path: '/api/v1/dispatch', params: [], takes: 'query', pages: true },
    get: { method: 'GET', path: '/api/v1/dispatch/{id}', params: ['id'] },
  },
  events: {
    list: { method: 'GET', path: '/api/v1/events', params: [], takes: 'query' },
  },
  senders: {
    create: { method: 'POST', path: '/api/v1/sender-names', params: [], takes: 'body', form: true, repeat: 'key' },
    list: { method: 'GET', path: '/api/v1/sender-names', params: [], takes: 'query', pages: true },
    get: { method: 'GET', path: '/api/v1/sender-names/{id}', params: ['id'] },
    update: { method: 'PUT', path: '/api/v1/sender-names/{id}', params: ['id'], takes: 'body', form: true },
  },
  templates: {
    create: { method: 'POST', path: '/api/v1/templates', params: [], takes: 'body', repeat: 'key' },
    list: { method: 'GET', path: '/api/v1/templates', params: [], takes: 'query', pages: true },
    get: { method: 'GET', path: '/api/v1/templates/{id}', params: ['id'] },
    update: { method: 'PUT', path: '/api/v1/templates/{id}', params: ['id'], takes: 'body' },
  },
  subscribers: {
    upload: { method: 'POST', path: '/api/v1/subscribers', params: [], takes: 'body', repeat: 'key' },
    list: { method: 'GET', path: '/api/v1/subscribers', params: [], takes: 'query', pages: true },
    delete: { method: 'POST', path: '/api/v1/subscribers/delete', params: [], takes: 'body', repeat: 'key' },
    invite: { method: 'POST', path: '/api/v1/subscribers/invites', params: [], takes: 'body', repeat: 'key' },
  },
  verifier: {
    send: { method: 'POST', path: '/api/v1/verifier/send', params: [], takes: 'body', repeat: 'key' },
    check: { method: 'POST', path: '/api/v1/verifier/check', params: [], takes: 'body', repeat: 'key' },
    get: { method: 'GET', path: '/api/v1/verifier/{uuid}', params: ['uuid'] },
    cancel: { method: 'POST', path: '/api/v1/verifier/{uuid}/cancel', params: ['uuid'], repeat: 'key' },
    sendWidgetCode: { method: 'POST', path: '/api/v1/verifier/widget/send', params: [], takes: 'body', repeat: 'key' },
    checkWidgetCode: { method: 'POST', path: '/api/v1/verifier/widget/check', params: [], takes: 'body', repeat: 'key' },
  },
};
