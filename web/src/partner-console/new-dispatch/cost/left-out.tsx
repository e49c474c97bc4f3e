// Recipients that will be rejected, by reason. Operators without a sender name require a decision: register a name,
// skip their recipients, or return later.
import { Anchor, Checkbox, Group, List, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { groupNumber } from '@volley/domain/numbers/grouped-number.ts';
import { useFormat } from '../../../kit/format.ts';
import { Notice } from '../../../kit/notice.tsx';
import { numberClassName } from '../../../kit/number-class.ts';
import { Section } from '../../../kit/section.tsx';
import { type Text as Say, useText } from '../../../kit/text.tsx';
import type { Draft } from '../draft.ts';
import type { FileEstimate } from '../estimate-file.ts';
import { Operator } from './cost-table.tsx';

type Props = {
  readonly draft: Draft;
  readonly change: (change: Partial<Draft>) => void;
  readonly result: FileEstimate;
};

type Classes = FileEstimate['refused'][number]['classes'];

/** For example: landline 12, foreign 3. */
const classesText = (t: Say, number: (value: number) => string, classes: Classes) =>
  classes.map((one) => `${numberClassName(t, one.numberClass).toLowerCase()} ${number(one.count)}`).join(', ');

const NAMED_CODES = [453, 454, 455, 456, 457, 7401, 7403] as const;

export function LeftOut({ draft, change, result: { refused, unserved } }: Props) {
  const t = useText();
  const { number } = useFormat();
  if (refused.length === 0) return null;
  const dropped = unserved.reduce((sum, { count }) => sum + count, 0);
  return (
    <Section title={t('newDispatch.leftOut')}>
      <List size="sm" spacing={4} mb={dropped > 0 ? 'sm' : 0}>
        {refused.map(({ errorCode, count, examples, classes }) => {
          const known = NAMED_CODES.find((code) => code === errorCode);
          return (
            <List.Item key={errorCode}>
              <b>{number(count)}</b> —{' '}
              {known === undefined ? t('newDispatch.code.other', { code: errorCode }) : t(`newDispatch.code.${known}`)}{' '}
              <Text span c="dimmed" size="sm">
                {examples.slice(0, 3).map(groupNumber).join(', ')}
                {classes.length > 0 && ` (${classesText(t, number, classes)})`}
              </Text>
            </List.Item>
          );
        })}
      </List>
      {dropped > 0 && (
        <Notice tone="bad" title={t('newDispatch.unserved')}>
          <Group gap="md">
            {unserved.map(({ brandId, count }) => (
              <Text key={brandId} size="sm">
                <Operator brandId={brandId} />: <b>{number(count)}</b>
              </Text>
            ))}
          </Group>
          <Checkbox
            mt="sm"
            label={t('newDispatch.unserved.drop', { count: dropped })}
            checked={draft.dropUnserved}
            onChange={(event) => change({ dropUnserved: event.currentTarget.checked })}
          />
          <Group mt="sm" gap="md">
            <Anchor component={Link} to="/senders" size="sm">
              {t('newDispatch.senders.add')}
            </Anchor>
            <Anchor component={Link} to="/dispatches" size="sm">
              {t('newDispatch.unserved.later')}
            </Anchor>
          </Group>
        </Notice>
      )}
    </Section>
  );
}
