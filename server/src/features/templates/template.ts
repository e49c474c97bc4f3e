import type { Brand } from '@volley/domain/numbers/brand.ts';
import type { ChannelType } from '@volley/domain/sending/channel.ts';
import type { TemplateStatus, TemplateType } from '@volley/domain/templates/template-status.ts';

/** Content around the text of a WHATSAPP message (header, buttons …), unchanged from the request. */
export type TemplateContent = Readonly<Record<string, unknown>>;

export type Template = {
  readonly id: number;
  readonly companyId: number;
  readonly channelType: ChannelType;
  readonly templateType: TemplateType;
  readonly pattern: string;
  readonly dateFrom: Date;
  readonly dateTo: Date | null;
  readonly senderId: number;
  readonly senderName: string;
  /** Brand of the sender name; relevant for SMS only. */
  readonly brand: Brand;
  /** VIBER templates only; else null. */
  readonly countryCode: string | null;
  /** WHATSAPP templates only; else null. */
  readonly content: TemplateContent | null;
  readonly managerComment: string | null;
  readonly status: TemplateStatus;
  readonly createdAt: Date;
  readonly rejectedAt: Date | null;
  /** The messenger's word about the template that `content` names; null: not known. */
  readonly providerStatus: string | null;
  /** Why the messenger refuses its messages. */
  readonly providerProblem: string | null;
  readonly providerCheckedAt: Date | null;
};

export type TemplateDraft = Pick<Template, 'channelType' | 'templateType' | 'pattern' | 'senderId' | 'dateFrom'> & {
  readonly countryCode?: string | undefined;
  readonly content?: TemplateContent | undefined;
};

/** Absent fields stay unchanged; `dateTo: null` leaves the template open-ended. */
export type TemplateChange = {
  readonly pattern?: string;
  readonly dateFrom?: Date;
  readonly dateTo?: Date | null;
};

/** Each list matches any of its values; an absent list matches all. */
export type TemplateFilter = {
  readonly companyId?: number | undefined;
  readonly templateId?: readonly number[] | undefined;
  readonly channelType?: readonly ChannelType[] | undefined;
  readonly templateType?: readonly TemplateType[] | undefined;
  readonly status?: readonly TemplateStatus[] | undefined;
  readonly senderName?: readonly string[] | undefined;
  readonly brand?: readonly Brand[] | undefined;
  readonly countryCode?: readonly string[] | undefined;
};

export type TemplatePage = { readonly total: number; readonly items: readonly Template[] };

/** Living templates per company: every text of the company may be matched with all of them. */
export const TEMPLATES_MAX = 1000;
/** Characters of the content as JSON. */
export const CONTENT_LENGTH_MAX = 10_000;
