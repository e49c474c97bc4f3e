// The account of a sender name at the provider, for users of a partner and for staff. Secrets are written, never read.
import { Button, Stack, Text } from '@mantine/core';
import { PROTOCOL_FACTS } from '@volley/domain/links/provider-protocol.ts';
import { useState } from 'react';
import { confirmAction } from '../kit/dialog/confirm-action.tsx';
import { Facts } from '../kit/facts.tsx';
import { useSubmit } from '../kit/form/use-submit.ts';
import { Notice } from '../kit/notice.tsx';
import { Section } from '../kit/section.tsx';
import { StatusBadge } from '../kit/status-badge.tsx';
import { useText } from '../kit/text.tsx';
import { useNotice } from '../kit/use-notice.ts';
import { When } from '../kit/when.tsx';
import type { AccountCalls, AccountKind, AccountReply } from './account-calls.ts';
import { AccountForm } from './account-form.tsx';
import { fieldText } from './field-text.ts';

type Props = { readonly reply: AccountReply; readonly calls: AccountCalls; readonly mayWrite: boolean };

const TONES = { ready: 'good', paused: 'warn', refused: 'bad' } as const;

/** Absent where the provider of the channel takes no accounts. */
export function AccountCard({ reply, calls, mayWrite }: Props) {
  const t = useText();
  const { use, account, kinds, templates } = reply;
  // A new form after a removal: the result of the last test was that of the removed account.
  const [removals, setRemovals] = useState(0);
  if (use === 'none' && account === null) return null;
  return (
    <Section
      title={t('senderAccount.title')}
      actions={
        mayWrite &&
        account !== null && <RemoveButton calls={calls} onRemoved={() => setRemovals((before) => before + 1)} />
      }
    >
      <Stack gap="sm">
        {account === null ? (
          <Text size="sm">{t(use === 'required' ? 'senderAccount.missing' : 'senderAccount.none')}</Text>
        ) : (
          <Shown account={account} />
        )}
        {templates.length > 0 && <RefusedTemplates templates={templates} />}
        {mayWrite && kinds.length > 0 && (
          <AccountForm
            key={removals}
            kinds={account === null ? newKinds(kinds) : kinds}
            values={account?.values ?? {}}
            calls={calls}
          />
        )}
      </Stack>
    </Section>
  );
}

/** A person with an account most likely has one of a bot or a business number, which other accounts do not replace. */
const newKinds = (kinds: readonly AccountKind[]) =>
  kinds.toSorted((one, other) => Number(isRequired(other)) - Number(isRequired(one)));
const isRequired = ({ protocol }: AccountKind) => PROTOCOL_FACTS[protocol].account === 'required';

function Shown({ account }: { readonly account: NonNullable<AccountReply['account']> }) {
  const t = useText();
  const { state, values, problem, problemAt, eventsProblem, templatesProblem, pausedUntil, changedAt } = account;
  return (
    <>
      {problem !== null && (
        <Notice tone="bad" title={t('senderAccount.waits')}>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {problem} · <When at={problemAt} />
          </Text>
        </Notice>
      )}
      {eventsProblem !== null && (
        <Notice tone="warn" title={t('senderAccount.events')}>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {eventsProblem}
          </Text>
        </Notice>
      )}
      {templatesProblem !== null && (
        <Notice tone="warn" title={t('senderAccount.templatesUnread')}>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {templatesProblem}
          </Text>
        </Notice>
      )}
      <Facts
        items={[
          [
            t('senderAccount.state'),
            <StatusBadge key="state" tone={TONES[state]} label={t(`senderAccount.state.${state}`)} />,
          ],
          ...Object.entries(values).map(([name, value]) => [fieldText(t, name), value] as const),
          ...(pausedUntil === null
            ? []
            : [[t('senderAccount.pausedUntil'), <When key="paused" at={pausedUntil} as="dateTime" />] as const]),
          [t('senderAccount.changed'), <When key="changed" at={changedAt} />],
        ]}
      />
    </>
  );
}

function RefusedTemplates({ templates }: Pick<AccountReply, 'templates'>) {
  const t = useText();
  return (
    <Notice tone="bad" title={t('senderAccount.templates', { count: templates.length })}>
      {templates.map(({ templateId, pattern, problem }) => (
        <Text key={templateId} size="sm" style={{ overflowWrap: 'anywhere' }}>
          #{templateId} {pattern}: {problem}
        </Text>
      ))}
    </Notice>
  );
}

type RemoveProps = { readonly calls: AccountCalls; readonly onRemoved: () => void };

function RemoveButton({ calls: { remove, onChanged }, onRemoved }: RemoveProps) {
  const t = useText();
  const notice = useNotice();
  const { submit, isBusy } = useSubmit({ onError: notice.failed });
  const ask = async () => {
    const isConfirmed = await confirmAction({
      title: t('senderAccount.remove.title'),
      effect: t('senderAccount.remove.effect'),
      confirm: t('senderAccount.remove'),
      cancel: t('senderAccount.cancel'),
      danger: true,
    });
    if (!isConfirmed) return;
    await submit(async () => {
      await remove();
      await onChanged();
      onRemoved();
      notice.done(t('senderAccount.removed'));
    });
  };
  return (
    <Button size="compact-sm" variant="default" loading={isBusy} onClick={() => void ask()}>
      {t('senderAccount.remove')}
    </Button>
  );
}
