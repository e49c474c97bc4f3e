import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type * as contract from '@volley/contract/console/inbound.ts';
import { type FormEvent, useState } from 'react';
import { useApi } from '../../../api/use-api.ts';
import { ErrorPanel } from '../../../kit/error-panel.tsx';
import { Facts } from '../../../kit/facts.tsx';
import { Section } from '../../../kit/section.tsx';
import { useText } from '../../../kit/text.tsx';
import type { Center } from './inbound-rule.ts';

const route = getRouteApi('/partner-console/developers/inbound');

type Props = { readonly companyId: number; readonly centers: readonly Center[] };

/** The rule that would match a message, decided by the server itself. */
export function MatchTester({ companyId, centers }: Props) {
  const t = useText();
  const { name = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const [text, setText] = useState(name);
  const ask = (event: FormEvent) => {
    event.preventDefault();
    const asked = text.trim();
    void navigate({ search: (before) => ({ ...before, name: asked === '' ? undefined : asked }) });
  };
  return (
    <Section title={t('developers.inbound.match.title')}>
      <Stack gap="sm">
        <form onSubmit={ask}>
          <Group align="flex-end" gap="xs">
            <TextInput
              label={t('developers.inbound.match.name')}
              maxLength={255}
              value={text}
              onChange={({ currentTarget }) => setText(currentTarget.value)}
            />
            <Button type="submit" variant="default">
              {t('developers.inbound.match.ask')}
            </Button>
          </Group>
        </form>
        {name !== '' && <Match companyId={companyId} centers={centers} senderName={name} />}
      </Stack>
    </Section>
  );
}

function Match({ companyId, centers, senderName }: Props & { readonly senderName: string }) {
  const t = useText();
  const { data, error } = useApi<typeof contract.matchInbound>('GET /inbound/match', {
    query: { companyId, senderName },
  });
  if (error !== null && data === undefined) return <ErrorPanel error={error} />;
  if (data === undefined) return null;
  const { ruleId, trafficCenterId, callbackUrl, enabled } = data;
  return (
    <div role="status">
      <Facts
        items={[
          [t('developers.inbound.rule'), ruleId === null ? t('developers.inbound.match.none') : `#${ruleId}`],
          [t('developers.center'), centers.find(({ id }) => id === trafficCenterId)?.name ?? `#${trafficCenterId}`],
          [t('developers.inbound.callback'), callbackUrl ?? t('developers.inbound.nobody')],
        ]}
      />
      {!enabled && (
        <Text size="sm" c="dimmed" mt="xs">
          {t('developers.inbound.match.off')}
        </Text>
      )}
    </div>
  );
}
