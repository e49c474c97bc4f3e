import type { DutyLanguage } from '@volley/domain/duty/alert-text.ts';
import type { ContactKind } from '@volley/domain/duty/duty-contact.ts';
import type { Notice } from '@volley/domain/duty/duty-notice.ts';

export type SendResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly error: string; readonly retryAfterMs?: number };

export type NoticeTarget = {
  readonly kind: ContactKind;
  readonly address: string;
  readonly secretSealed: string | null;
  readonly previousSealed: string | null;
  readonly previousEndsAt: Date | null;
  readonly language: DutyLanguage;
};

/** `id`: the same for every attempt. */
export type SentNotice = { readonly id: string; readonly attempt: number; readonly notice: Notice };

export type OpenedTarget = Pick<NoticeTarget, 'kind' | 'address' | 'language'> & {
  readonly secret: string;
  /** Signs beside the secret of a webhook. */
  readonly previousSecret: string | undefined;
};
