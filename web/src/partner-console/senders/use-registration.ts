import { useNavigate } from '@tanstack/react-router';
import type * as contract from '@volley/contract/partner/senders.ts';
import type { Brand } from '@volley/domain/numbers/brand.ts';
import type { CommonType } from '@volley/domain/senders/sender-name.ts';
import type { ChannelType } from '@volley/domain/sending/channel.ts';
import { useState } from 'react';
import { callPartner } from '../../api/call.ts';
import { queryClient } from '../../api/query-client.ts';
import { readAgain } from '../../api/use-api.ts';
import { useErrorText } from '../../kit/error-text.ts';
import { useSubmit } from '../../kit/form/use-submit.ts';
import { useText } from '../../kit/text.tsx';
import { useNotice } from '../../kit/use-notice.ts';
import { beginningOf } from './sender-dates.ts';

export type SenderDraft = {
  readonly companyId: number | undefined;
  readonly senderName: string;
  readonly channelType: ChannelType;
  readonly commonType: CommonType;
  /** A day, `YYYY-MM-DD`. */
  readonly dateFrom: string;
  readonly description: string;
  readonly documentIds: readonly string[];
  readonly brands: readonly Brand[];
};

type Refused = { readonly brand: Brand; readonly reason: string };

/** Registers with one operator after another; `onLeft` gets the refused ones. An undefined draft is not valid yet. */
export function useRegistration(onLeft: (brands: readonly Brand[]) => void) {
  const t = useText();
  const errorText = useErrorText();
  const notice = useNotice();
  const navigate = useNavigate();
  const { submit, isBusy, isStrict } = useSubmit();
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const request = (draft: SenderDraft) => async () => {
    const failures: Refused[] = [];
    for (const brand of draft.brands)
      await registerOne(draft, brand).catch((error: unknown) => failures.push({ brand, reason: errorText(error) }));
    const count = draft.brands.length - failures.length;
    if (count > 0) notice.done(t('senders.form.done', { count }));
    await readAgain(queryClient, 'console');
    setRefused(failures);
    if (failures.length === 0)
      await navigate({ to: '/senders', search: { company: draft.companyId, q: draft.senderName } });
    else onLeft(failures.map(({ brand }) => brand));
  };
  const register = (draft: SenderDraft | undefined) => submit(draft === undefined ? undefined : request(draft));
  return { register, refused, isBusy, isStrict };
}

function registerOne(
  { companyId = 0, dateFrom, description, documentIds, brands: _brands, ...draft }: SenderDraft,
  brand: Brand,
) {
  return callPartner<typeof contract.createSender>('POST /senders', {
    body: {
      ...draft,
      companyId,
      brand,
      dateFrom: beginningOf(dateFrom),
      documentIds: [...documentIds],
      ...(description.trim() !== '' && { description: description.trim() }),
    },
  });
}
