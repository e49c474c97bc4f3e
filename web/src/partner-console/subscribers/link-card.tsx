// A link to copy, and its QR code to print or to show to a person.

import { Button, Code, Group, Stack } from '@mantine/core';
import { useMemo } from 'react';
import { CopyButton } from '../../kit/copy-button.tsx';
import { saveFile } from '../../kit/table/csv.ts';
import { useText } from '../../kit/text.tsx';
import classes from './invite.module.css';
import { qrDrawing, qrFile } from './qr-code.ts';

/** `name`: of the file, without its ending. */
export function LinkCard({ link, name }: { readonly link: string; readonly name: string }) {
  const t = useText();
  const drawing = useMemo(() => qrDrawing(link), [link]);
  const { size, path } = drawing;
  return (
    <Stack gap="sm">
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
        onClick={() => saveFile(`${name}.svg`, 'image/svg+xml', [qrFile(drawing)])}
      >
        {t('subscribers.invite.download')}
      </Button>
    </Stack>
  );
}
