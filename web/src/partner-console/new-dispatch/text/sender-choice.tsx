// The sender name per operator. Usually one name serves all; an operator that has not registered it can use another.

import { Anchor, Group, Select, SimpleGrid, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type * as contract from '@volley/contract/console/drafts.ts';
import type { ReplyOf } from '@volley/contract/endpoint.ts';
import { BRANDS, type Brand } from '@volley/domain/numbers/brand.ts';
import { useEffect } from 'react';
import { useApi } from '../../../api/use-api.ts';
import { EmptyState } from '../../../kit/empty-state.tsx';
import { ErrorPanel } from '../../../kit/error-panel.tsx';
import { Notice } from '../../../kit/notice.tsx';
import { channelName, operatorName } from '../../../kit/operator-name.ts';
import { Section } from '../../../kit/section.tsx';
import { useText } from '../../../kit/text.tsx';
import type { Draft } from '../draft.ts';

type Names = ReplyOf<typeof contract.listNamesToSend>;
type Sender = Names['senders'][number];
type Props = { readonly draft: Draft; readonly change: (change: Partial<Draft>) => void };

export function useNames(companyId: number | undefined) {
  return useApi<typeof contract.listNamesToSend>(
    'GET /names-to-send',
    { query: { companyId: companyId ?? 0 } },
    { enabled: companyId !== undefined, keepPrevious: false },
  );
}

export function SenderChoice({ draft, change }: Props) {
  const t = useText();
  const { data, error, refetch } = useNames(draft.companyId);
  const channels = [...new Set(data?.senders.map(({ channelType }) => channelType))];
  const ofChannel = data?.senders.filter(({ channelType }) => channelType === draft.channelType) ?? [];
  useFirstName(draft, change, data);
  return (
    <Section title={t('newDispatch.senders')}>
      {error !== null && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {data !== undefined && data.senders.length === 0 && (
        <EmptyState
          title={t('newDispatch.senders.none')}
          text={t('newDispatch.senders.noneAdvice')}
          action={
            <Anchor component={Link} to="/senders">
              {t('newDispatch.senders.add')}
            </Anchor>
          }
        />
      )}
      {data !== undefined && data.senders.length > 0 && (
        <Stack gap="md">
          <Group grow align="flex-start" preventGrowOverflow={false}>
            {channels.length > 1 && (
              <Select
                label={t('newDispatch.channel')}
                allowDeselect={false}
                data={channels.map((value) => ({ value, label: channelName(t, value) }))}
                value={draft.channelType}
                onChange={(channelType) =>
                  channelType !== null && change({ channelType, senderIds: [], checked: false })
                }
              />
            )}
            <Select
              label={t('newDispatch.senders.name')}
              allowDeselect={false}
              data={[...new Set(ofChannel.map(({ senderName }) => senderName))]}
              value={commonName(ofChannel, draft.senderIds)}
              placeholder={t('newDispatch.senders.various')}
              onChange={(name) => name !== null && change({ senderIds: idsOf(ofChannel, name), checked: false })}
            />
          </Group>
          <ByOperator draft={draft} change={change} senders={ofChannel} routing={data.routing} />
        </Stack>
      )}
    </Section>
  );
}

/** Selects the name registered with the most operators, unless a chosen one is still usable. */
function useFirstName(draft: Draft, change: Props['change'], names: Names | undefined): void {
  useEffect(() => {
    if (names === undefined || names.senders.length === 0) return;
    const usable = new Set(names.senders.map(({ id }) => id));
    const kept = draft.senderIds.filter((id) => usable.has(id));
    if (kept.length === draft.senderIds.length && kept.length > 0) return;
    if (kept.length > 0) {
      change({ senderIds: kept });
      return;
    }
    const own = names.senders.filter(({ channelType }) => channelType === draft.channelType);
    const channelType = own.length > 0 ? draft.channelType : (names.senders[0]?.channelType ?? draft.channelType);
    const ofChannel = names.senders.filter((sender) => sender.channelType === channelType);
    const choices = [...new Set(ofChannel.map(({ senderName }) => senderName))].map((name) => idsOf(ofChannel, name));
    change({ channelType, senderIds: choices.toSorted((one, other) => other.length - one.length)[0] ?? [] });
  }, [names, draft.senderIds, draft.channelType, change]);
}

function idsOf(senders: readonly Sender[], name: string): number[] {
  return BRANDS.flatMap((brand) => senders.find((one) => one.brand === brand && one.senderName === name)?.id ?? []);
}

function commonName(senders: readonly Sender[], ids: readonly number[]): string | null {
  const names = new Set(senders.filter(({ id }) => ids.includes(id)).map(({ senderName }) => senderName));
  return names.size === 1 ? ([...names][0] ?? null) : null;
}

function ByOperator({
  draft,
  change,
  senders,
  routing,
}: Props & { readonly senders: readonly Sender[]; readonly routing: Names['routing'] }) {
  const t = useText();
  const chosen = senders.filter(({ id }) => draft.senderIds.includes(id));
  const missing = BRANDS.filter((brand) => !chosen.some((sender) => sender.brand === brand));
  const choose = (brand: Brand, value: string | null) => {
    const others = chosen.filter((sender) => sender.brand !== brand).map(({ id }) => id);
    const ids = value === null || value === '' ? others : [...others, Number(value)];
    const ordered = BRANDS.flatMap((one) =>
      senders.filter((sender) => sender.brand === one && ids.includes(sender.id)),
    );
    change({ senderIds: ordered.map(({ id }) => id), checked: false, dropUnserved: false });
  };
  return (
    <>
      <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="sm">
        {BRANDS.map((brand) => (
          <Select
            key={brand}
            label={operatorName(t, brand)}
            clearable
            clearButtonProps={{ 'aria-label': t('newDispatch.senders.clear', { brand: operatorName(t, brand) }) }}
            placeholder={t('newDispatch.senders.absent')}
            data={senders
              .filter((sender) => sender.brand === brand)
              .map(({ id, senderName }) => ({ value: String(id), label: senderName }))}
            value={String(chosen.find((sender) => sender.brand === brand)?.id ?? '') || null}
            onChange={(value) => choose(brand, value)}
          />
        ))}
      </SimpleGrid>
      {chosen.length > 0 && missing.length > 0 && (
        <Notice tone={routing === 'strict' ? 'bad' : 'warn'} title={t('newDispatch.senders.missing')}>
          <Text size="sm">
            {t(routing === 'strict' ? 'newDispatch.senders.strict' : 'newDispatch.senders.fallback', {
              brands: missing.map((brand) => operatorName(t, brand)).join(', '),
              name: chosen[0]?.senderName,
            })}
          </Text>
          <Anchor component={Link} to="/senders" size="sm">
            {t('newDispatch.senders.add')}
          </Anchor>
        </Notice>
      )}
    </>
  );
}
