import { Button, Group, Menu, Stack } from '@mantine/core';
import { VERIFICATION_CHANNELS, type VerificationChannel } from '@volley/domain/verification/verification-channel.ts';
import { useText } from '../../kit/text.tsx';
import { codeChannelName } from '../code-channel-name.ts';
import { ChannelCard } from './channel-card.tsx';
import type { FieldsProps } from './profile-form.ts';
import { type ChannelForm, movedItem, newChannel } from './profile-form.ts';

/** Common channels of codes first. */
const OFFERED: readonly VerificationChannel[] = [
  'SMS',
  'FLASHCALL',
  'VOICECODE',
  'TELEGRAM_GATEWAY',
  ...VERIFICATION_CHANNELS,
].filter((channel, at, all): channel is VerificationChannel => all.indexOf(channel) === at);

export function ChannelList({ form, onChange, isStrict, siteHost }: FieldsProps & { readonly siteHost: string }) {
  const t = useText();
  const { channels, codeLength = 6, fallback, bindToSite } = form;
  const set = (next: readonly ChannelForm[]) => onChange({ channels: next });
  const free = OFFERED.filter((type) => channels.every(({ channelType }) => channelType !== type));
  const text = t('verification.text.new', { mark: '{code}' });
  return (
    <Stack gap="sm">
      {channels.map((channel, at) => (
        <ChannelCard
          key={channel.channelType}
          channel={channel}
          place={at + 1}
          isLast={at === channels.length - 1}
          hasWait={fallback !== 'NONE' && channels.length > 1 && (fallback === 'AUTO' || at < channels.length - 1)}
          codeLength={codeLength}
          siteHost={bindToSite ? siteHost : undefined}
          isStrict={isStrict}
          onChange={(part) => set(channels.map((one, place) => (place === at ? { ...one, ...part } : one)))}
          onMove={(by) => set(movedItem(channels, at, by))}
          onRemove={() => set(channels.filter((_, place) => place !== at))}
        />
      ))}
      <Group>
        <Menu position="bottom-start">
          <Menu.Target>
            <Button variant="default" disabled={free.length === 0}>
              {t('verification.channels.add')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {free.map((type) => (
              <Menu.Item key={type} onClick={() => set([...channels, newChannel(type, text)])}>
                {codeChannelName(t, type)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </Group>
    </Stack>
  );
}
