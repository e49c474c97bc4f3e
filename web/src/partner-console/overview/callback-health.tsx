import { Anchor, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useFormat } from '../../kit/format.ts';
import { Section } from '../../kit/section.tsx';
import { StatusBadge } from '../../kit/status-badge.tsx';
import { useText } from '../../kit/text.tsx';
import { When } from '../../kit/when.tsx';
import type { OverviewReply } from './overview-reply.ts';

type Callbacks = OverviewReply['callbacks'];

export function CallbackHealth({ callbacks }: { readonly callbacks: Callbacks }) {
  const t = useText();
  const { endpoints, failing } = callbacks;
  const badge = endpoints > 0 && (
    <StatusBadge
      tone={failing.length > 0 ? 'bad' : 'good'}
      label={t(failing.length > 0 ? 'overview.callbacks.failing' : 'overview.callbacks.well')}
    />
  );
  return (
    <Section title={t('overview.callbacks')} actions={badge}>
      {endpoints === 0 ? (
        <Text size="sm" c="dimmed">
          {t('overview.callbacks.none')}
        </Text>
      ) : (
        <Health {...callbacks} />
      )}
    </Section>
  );
}

function Health({ endpoints, attempts, refused, failing }: Callbacks) {
  const t = useText();
  const { number } = useFormat();
  return (
    <Stack gap="xs" mt={4}>
      <Text size="sm">
        {t('overview.callbacks.said', { endpoints, attempts: number(attempts), refused: number(refused) })}
      </Text>
      {failing.map(({ id, url, companyName, since }) => (
        <Group key={id} justify="space-between" gap="xs" wrap="nowrap">
          <div style={{ minWidth: 0 }}>
            <Text size="sm" truncate>
              <Anchor renderRoot={(props) => <Link {...props} to={'/developers/callbacks' as '/'} />}>{url}</Anchor>
            </Text>
            <Text size="xs" c="dimmed">
              {companyName}
            </Text>
          </div>
          <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
            <When at={since} />
          </Text>
        </Group>
      ))}
    </Stack>
  );
}
