import { Table, Text } from '@mantine/core';
import { useFormat } from '../../kit/format.ts';
import { channelName } from '../../kit/operator-name.ts';
import { Section } from '../../kit/section.tsx';
import { ListLink } from '../../kit/table/list-link.tsx';
import { useText } from '../../kit/text.tsx';
import { When } from '../../kit/when.tsx';
import type { MessageCard } from './message-card.ts';
import { MessageBadge } from './message-columns.tsx';

/** The steps of the cascade and the short links, if any. */
export function MessageFollowing({ card }: { readonly card: MessageCard }) {
  return (
    <>
      {card.cascade.length > 0 && <Cascade card={card} />}
      {card.links.length > 0 && <Links card={card} />}
    </>
  );
}

function Cascade({ card: { cascade } }: { readonly card: MessageCard }) {
  const t = useText();
  return (
    <Section title={t('messages.cascade')}>
      <Table aria-label={t('messages.cascade')} verticalSpacing={6}>
        <Table.Tbody>
          {cascade.map((step) => (
            <Table.Tr key={step.step}>
              <Table.Td>{step.step}</Table.Td>
              <Table.Td>
                {step.messageUuid === null || step.isThis ? (
                  <Text size="sm" fw={step.isThis ? 600 : 400}>
                    {channelName(t, step.channelType)} · {step.senderName}
                  </Text>
                ) : (
                  <ListLink to={`/messages/${step.messageUuid}`}>
                    {channelName(t, step.channelType)} · {step.senderName}
                  </ListLink>
                )}
              </Table.Td>
              <Table.Td>
                {step.messageUuid === null ? (
                  <Text size="sm" c="dimmed">
                    {t(step.condition === 'not_read' ? 'messages.cascade.ifUnread' : 'messages.cascade.ifUndelivered')}
                  </Text>
                ) : (
                  <MessageBadge state={step.state} />
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Section>
  );
}

function Links({ card: { links } }: { readonly card: MessageCard }) {
  const t = useText();
  const { number } = useFormat();
  return (
    <Section title={t('messages.links')}>
      <Table aria-label={t('messages.links')} verticalSpacing={6}>
        <Table.Tbody>
          {links.map(({ code, url, clicks, firstClickAt }) => (
            <Table.Tr key={code}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{url}</Table.Td>
              <Table.Td ta="right">{t('messages.clicks', { count: clicks, shown: number(clicks) })}</Table.Td>
              <Table.Td>{firstClickAt === null ? '' : <When at={firstClickAt} as="dateTime" />}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Section>
  );
}
