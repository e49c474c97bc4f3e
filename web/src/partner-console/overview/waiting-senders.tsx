import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { operatorName } from '../../kit/operator-name.ts';
import { Section } from '../../kit/section.tsx';
import { ListLink } from '../../kit/table/list-link.tsx';
import { useText } from '../../kit/text.tsx';
import type { OverviewReply } from './overview-reply.ts';

/** Sender names that wait for an action of the partner. */
export function WaitingSenders({ senders: { total, items } }: { readonly senders: OverviewReply['senders'] }) {
  const t = useText();
  const all = total > items.length && (
    <ListLink to="/senders" search={{ turn: 'partner' }}>
      {t('overview.senders.all', { count: total })}
    </ListLink>
  );
  return (
    <Section title={t('overview.senders')} actions={all}>
      {items.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('overview.senders.none')}
        </Text>
      ) : (
        <Stack gap="xs" mt={4}>
          {items.map(({ id, senderName, brand, companyName, status, comment }) => (
            <div key={id}>
              <Anchor renderRoot={(props) => <Link {...props} to={`/senders/${id}` as '/'} />} fw={600}>
                {senderName}
              </Anchor>{' '}
              <Text span size="sm" c="dimmed">
                {operatorName(t, brand)} · {companyName}
              </Text>
              <Text size="sm">
                {comment ?? t(status === 'REJECTED' ? 'overview.senders.rejected' : 'overview.senders.documents')}
              </Text>
            </div>
          ))}
        </Stack>
      )}
    </Section>
  );
}
