// Invites to a bot: its public link, and links for single numbers. A person who opens the public link and starts the
// bot can get messages once the number is known; a link for a number also links the number with the person.

import { Stack, Text } from '@mantine/core';
import { inviteLink, isInviteChannel } from '@volley/domain/subscribers/invite-link.ts';
import type { SubscriberChannel } from '@volley/domain/subscribers/subscriber-channel.ts';
import { Hint } from '../../kit/hint.tsx';
import { channelName } from '../../kit/operator-name.ts';
import { Section } from '../../kit/section.tsx';
import { useText } from '../../kit/text.tsx';
import { InviteNumber } from './invite-number.tsx';
import { LinkCard } from './link-card.tsx';

type Props = {
  readonly id: number;
  readonly channelType: SubscriberChannel;
  readonly senderName: string;
  readonly mayWrite: boolean;
};

/** Absent on channels whose bots have no links. */
export function Invite({ id, channelType, senderName, mayWrite }: Props) {
  const t = useText();
  if (!isInviteChannel(channelType)) return null;
  const link = inviteLink(channelType, senderName);
  return (
    <Section title={t('subscribers.invite')}>
      {link === undefined ? (
        <Hint>{t('subscribers.invite.none', { name: senderName, channel: channelName(t, channelType) })}</Hint>
      ) : (
        <Stack gap="lg">
          <Stack gap="sm">
            <Hint>{t('subscribers.invite.hint')}</Hint>
            <LinkCard link={link} name={senderName} />
          </Stack>
          {mayWrite && (
            <Stack gap="sm">
              <Text size="sm" fw={600}>
                {t('subscribers.invite.one')}
              </Text>
              <InviteNumber id={id} senderName={senderName} />
            </Stack>
          )}
        </Stack>
      )}
    </Section>
  );
}
