import { Button, Group, Text } from '@mantine/core';
import { groupNumber } from '@volley/domain/numbers/grouped-number.ts';
import type { ReactNode } from 'react';
import { useFormat } from '../../../kit/format.ts';
import { Notice } from '../../../kit/notice.tsx';
import { useText } from '../../../kit/text.tsx';
import { shownId } from '../shown-id.ts';
import { RefusedLines } from './refused-lines.tsx';
import type { SubscriberScan } from './subscriber-file.ts';

type Props = {
  readonly fileName: string;
  readonly scan: SubscriberScan;
  readonly isApp: boolean;
  readonly onSend: () => void;
  readonly children: ReactNode;
};

/** The counts and the first rows, so that swapped columns are noticed before anything is sent. */
export function CheckedFile({ fileName, scan, isApp, onSend, children }: Props) {
  const t = useText();
  const { number } = useFormat();
  const { good, refused, addedSeven, examples, lines } = scan;
  return (
    <>
      <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
        {fileName}
      </Text>
      {good === 0 && <Notice tone="bad" title={t('subscribers.upload.nothing')} />}
      {examples.length > 0 && (
        <div>
          <Text size="sm" c="dimmed">
            {t('subscribers.upload.examples')}
          </Text>
          {examples.map(({ subscriberId, destination }) => (
            <Text key={subscriberId} size="sm" style={{ overflowWrap: 'anywhere' }}>
              {t(isApp ? 'subscribers.upload.appExample' : 'subscribers.upload.example', {
                id: shownId(subscriberId),
                number: groupNumber(destination),
              })}
            </Text>
          ))}
        </div>
      )}
      {addedSeven > 0 && (
        <Text size="sm">{t('subscribers.upload.addedSeven', { count: addedSeven, shown: number(addedSeven) })}</Text>
      )}
      <RefusedLines fileName={fileName} count={refused} lines={lines} />
      <Group gap="xs">
        <Button disabled={good === 0} onClick={onSend}>
          {t(isApp ? 'subscribers.upload.appSend' : 'subscribers.upload.send', { count: good, shown: number(good) })}
        </Button>
        {children}
      </Group>
    </>
  );
}
