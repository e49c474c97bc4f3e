// A link that links one number with the person who starts the bot by it, once and within 7 days.

import { Button, Stack, TextInput } from '@mantine/core';
import type * as contract from '@volley/contract/console/subscribers.ts';
import type { ReplyOf } from '@volley/contract/endpoint.ts';
import { groupNumber } from '@volley/domain/numbers/grouped-number.ts';
import { readPhone } from '@volley/domain/numbers/written-phone.ts';
import { type FormEvent, useState } from 'react';
import { callApi } from '../../api/call.ts';
import { ErrorPanel } from '../../kit/error-panel.tsx';
import { useFormat } from '../../kit/format.ts';
import { Hint } from '../../kit/hint.tsx';
import { useText } from '../../kit/text.tsx';
import { LinkCard } from './link-card.tsx';

type Made = ReplyOf<typeof contract.inviteBotSubscriber> & { readonly digits: string };

type Props = { readonly id: number; readonly senderName: string };

export function InviteNumber({ id, senderName }: Props) {
  const t = useText();
  const { dateTime } = useFormat();
  const [written, setWritten] = useState('');
  const [problem, setProblem] = useState<string>();
  const [made, setMade] = useState<Made>();
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const create = async (event: FormEvent) => {
    event.preventDefault();
    const phone = readPhone(written);
    setMade(undefined);
    setError(undefined);
    setProblem('problem' in phone ? t(`newDispatch.problem.${phone.problem}`) : undefined);
    if ('problem' in phone) return;
    const { digits } = phone;
    setBusy(true);
    try {
      const invite = await callApi<typeof contract.inviteBotSubscriber>('POST /senders/{id}/subscribers/invites', {
        params: { id },
        body: { destination: digits },
      });
      setMade({ ...invite, digits });
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Hint>{t('subscribers.invite.oneHint')}</Hint>
      <form onSubmit={(event) => void create(event)} noValidate>
        <Stack gap="xs" align="flex-start">
          <TextInput
            label={t('subscribers.number')}
            type="tel"
            maxLength={64}
            value={written}
            error={problem}
            onChange={({ currentTarget: { value } }) => setWritten(value)}
          />
          <Button type="submit" variant="default" loading={isBusy}>
            {t('subscribers.invite.create')}
          </Button>
        </Stack>
      </form>
      {error !== undefined && <ErrorPanel error={error} />}
      {made !== undefined && made.url !== null && (
        <Stack gap="sm" role="status">
          <Hint>
            {t('subscribers.invite.made', { number: groupNumber(made.digits), until: dateTime(made.expiresAt) })}
          </Hint>
          <LinkCard link={made.url} name={`${senderName}-${made.digits}`} />
        </Stack>
      )}
    </>
  );
}
