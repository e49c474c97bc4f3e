// The content of a message by channel, as POST /v1/message accepts it. Lengths are checked by the service.

type TextContent = { readonly contentType?: 'text'; readonly text: string };

export type Button = {
  readonly type: 'url' | 'phone' | 'reply';
  /** Up to 60 characters. */
  readonly text: string;
  /** The URL, the phone number or the payload of the reply. */
  readonly value?: string;
};

/** Up to 10 buttons. */
export type Keyboard = { readonly buttons: readonly Button[] };

type Line = { readonly text: string };

type Frame = {
  readonly header?: Line;
  readonly footer?: Line;
  readonly caption?: string;
  readonly fileName?: string;
  readonly keyboard?: Keyboard;
};

/** A text, a file at an https address, or a code of 4 to 8 characters. */
export type MessengerContent = Frame &
  (
    | TextContent
    | {
        readonly contentType: 'image' | 'video' | 'document' | 'audio';
        readonly fileUrl: string;
        readonly text?: string;
      }
    | { readonly contentType: 'authentication'; readonly code: string; readonly text?: string }
  );

export type ViberButtonContent = {
  readonly contentType: 'button';
  readonly text: string;
  readonly imageUrl?: string;
  readonly caption?: string;
  readonly action?: string;
};

export type ChatContent = TextContent & { readonly imageUrl?: string; readonly keyboard?: Keyboard };

export type SpeechContent = TextContent & { readonly voice?: 'FEMALE' | 'MALE'; readonly speed?: number };

export type PushContent = {
  readonly contentType?: 'push' | 'text';
  readonly text: string;
  readonly title?: string;
  readonly imageUrl?: string;
  readonly action?: string;
  readonly data?: Readonly<Record<string, unknown>>;
};

/** A plain text equals an object of type `text`. */
export type ContentByChannel = {
  readonly SMS: string | TextContent;
  readonly VIBER: string | MessengerContent | ViberButtonContent;
  readonly WHATSAPP: string | MessengerContent;
  readonly VK: string | (TextContent & { readonly keyboard?: Keyboard });
  readonly TELEGRAM: string | ChatContent;
  readonly FLASHCALL: string | TextContent;
  readonly VOICECODE: string | TextContent;
  readonly TEXT_TO_SPEECH: string | SpeechContent;
  readonly WEASY: string | ChatContent;
  readonly PUSH: string | PushContent;
  readonly MAX: string | ChatContent;
};

export type ChannelType = keyof ContentByChannel;

/** Channel and content belong together: `channelType` decides the type of `content`. */
export type ChannelContent = {
  [Channel in ChannelType]: { readonly channelType: Channel; readonly content: ContentByChannel[Channel] };
}[ChannelType];

/** A further step of a cascade. Steps are a list, or each step contains the next one. */
export type CascadeStep = ChannelContent & {
  readonly senderName: string;
  /** Lifetime in seconds from the hand-over. */
  readonly ttl?: number;
  readonly shortUrl?: boolean;
  /** Condition for the next step; the last step has none. */
  readonly cascadeCondition?: 'not_delivered' | 'not_read';
  readonly cascade?: CascadeStep | readonly CascadeStep[];
};
