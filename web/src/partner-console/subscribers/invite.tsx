// The public link of a bot, to copy and to print. A person who opens it and starts the bot can get messages.

import { Button, Code, Group, Stack } from '@mantine/core';
import { inviteLink } from '@volley/domain/subscribers/invite-link.ts';
import type { SubscriberChannel } from '@volley/domain/subscribers/subscriber-channel.ts';
import { useMemo } from 'react';
import { CopyButton } from '../../kit/copy-button.tsx';
import { Hint } from '../../kit/hint.tsx';
import { Section } from '../../kit/section.tsx';
import { saveFile } from '../../kit/table/csv.ts';
import { useText } from '../../kit/text.tsx';
import classes from './invite.module.css';
import { qrDrawing, qrFile } from './qr-code.ts';

type Props = { readonly channelType: SubscriberChannel; readonly senderName: string };

/** Absent on channels whose bots have no public link. */
export function Invite({ channelType, senderName }: Props) {
  const t = useText();
  const link = inviteLink(channelType, senderName);
  if (channelType !== 'TELEGRAM') return null;
  return (
    <Section title={t('subscribers.invite')}>
      {link === undefined ? (
        <Hint>{t('subscribers.invite.none', { name: senderName })}</Hint>
      ) : (
        <Shown link={link} senderName={senderName} />
      )}
    </Section>
  );
}

function Shown({ link, senderName }: { readonly link: string; readonly senderName: string }) {
  const t = useText();
  const drawing = useMemo(() => qrDrawing(link), [link]);
  const { size, path } = drawing;
  return (
    <Stack gap="sm">
      <Hint>{t('subscribers.invite.hint')}</Hint>
      <Group gap="md">
        <Code className={classes['link'] ?? ''}>{link}</Code>
        <CopyButton value={link} label={t('subscribers.invite.copy')} />
      </Group>
      <svg
        className={classes['code']}
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
        role="img"
        aria-label={t('subscribers.invite.code', { link })}
      >
        <path className={classes['light']} d={`M0 0h${size}v${size}H0z`} />
        <path className={classes['dark']} d={path} />
      </svg>
      <Button
        variant="default"
        size="compact-sm"
        style={{ alignSelf: 'flex-start' }}
        onClick={() => saveFile(`${senderName}.svg`, 'image/svg+xml', [qrFile(drawing)])}
      >
        {t('subscribers.invite.download')}
      </Button>
    </Stack>
  );
}
