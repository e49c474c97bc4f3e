import { ActionIcon, Group, Paper, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { WAIT_SECONDS_MAX, WAIT_SECONDS_MIN } from '@volley/domain/verification/verification-channel.ts';
import { useId } from 'react';
import { useText } from '../../kit/text.tsx';
import { codeChannelName } from '../code-channel-name.ts';
import { NumberField } from '../number-field.tsx';
import { ChannelTexts } from './channel-texts.tsx';
import { type ChannelForm, channelMistakes } from './profile-form.ts';

type Props = {
  readonly channel: ChannelForm;
  /** From 1. */
  readonly place: number;
  readonly isLast: boolean;
  readonly hasWait: boolean;
  readonly codeLength: number;
  readonly siteHost: string | undefined;
  readonly isStrict: boolean;
  readonly onChange: (part: Partial<ChannelForm>) => void;
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
};

export function ChannelCard(props: Props) {
  const t = useText();
  const { channel, place, hasWait, isStrict, onChange } = props;
  const { channelType, senderName, waitSeconds } = channel;
  const id = useId();
  const isMissing = isStrict && channelMistakes(channel).includes('senderName');
  return (
    <Paper withBorder p="sm" component="section" aria-labelledby={id} bg="var(--mantine-color-body)">
      <Stack gap="xs">
        <Group justify="space-between" wrap="nowrap">
          <Text fw={600} id={id}>
            {place}. {codeChannelName(t, channelType)}
          </Text>
          <CardActions {...props} />
        </Group>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          {channelType !== 'VOICECODE' && (
            <TextInput
              label={t('verification.senderName')}
              required
              maxLength={64}
              value={senderName}
              error={isMissing ? t('verification.senderName.missing') : null}
              onChange={({ currentTarget: { value } }) => onChange({ senderName: value })}
            />
          )}
          {hasWait && (
            <NumberField
              label={t('verification.wait')}
              min={WAIT_SECONDS_MIN}
              max={WAIT_SECONDS_MAX}
              value={waitSeconds}
              onChange={(value) => onChange({ waitSeconds: value })}
            />
          )}
        </SimpleGrid>
        {channelType === 'FLASHCALL' ? (
          <Text size="sm" c="dimmed">
            {t('verification.flashcall.hint')}
          </Text>
        ) : (
          <ChannelTexts {...props} />
        )}
      </Stack>
    </Paper>
  );
}

function CardActions({ channel: { channelType }, place, isLast, onMove, onRemove }: Props) {
  const t = useText();
  const channel = codeChannelName(t, channelType);
  const actions = [
    { sign: '↑', label: t('verification.channels.up', { channel }), isOff: place === 1, act: () => onMove(-1) },
    { sign: '↓', label: t('verification.channels.down', { channel }), isOff: isLast, act: () => onMove(1) },
    { sign: '✕', label: t('verification.channels.remove', { channel }), isOff: false, act: onRemove },
  ];
  return (
    <Group gap={4} wrap="nowrap">
      {actions.map(({ sign, label, isOff, act }) => (
        <ActionIcon key={sign} variant="default" size={32} aria-label={label} disabled={isOff} onClick={act}>
          {sign}
        </ActionIcon>
      ))}
    </Group>
  );
}
