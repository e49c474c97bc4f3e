import type { Brand } from '@volley/domain/brand.ts';
import type { ChannelType } from '@volley/domain/channel.ts';
import type { TemplateStatus, TemplateType } from '@volley/domain/template-status.ts';

/** What stands around the text of a WHATSAPP message, as the account wrote it. */
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
  /** Of its sender name; means something for SMS only. */
  readonly brand: Brand;
  /** Of VIBER templates; null for others. */
  readonly countryCode: string | null;
  /** Of WHATSAPP templates; null for others. */
  readonly content: TemplateContent | null;
  readonly managerComment: string | null;
  readonly status: TemplateStatus;
  readonly createdAt: Date;
  readonly rejectedAt: Date | null;
};

export type TemplateDraft = Pick<Template, 'channelType' | 'templateType' | 'pattern' | 'senderId' | 'dateFrom'> & {
  readonly countryCode?: string | undefined;
  readonly content?: TemplateContent | undefined;
};

/** What is absent stays as it is; `dateTo: null` leaves the template open-ended. */
export type TemplateChange = {
  readonly pattern?: string;
  readonly dateFrom?: Date;
  readonly dateTo?: Date | null;
};

/** Every list means any of its values; an absent one lets everything through. */
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

/** Living templates of one company: every text of it may be held against all of them. */
export const TEMPLATES_MAX = 1000;
/** Characters of the content as JSON. */
export const CONTENT_LENGTH_MAX = 10_000;
