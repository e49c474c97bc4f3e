import { Table, Text } from '@mantine/core';
import { useFormat } from '../../kit/format.ts';
import { StatusBadge } from '../../kit/status-badge.tsx';
import { type Text as Say, useText } from '../../kit/text.tsx';
import { diffSteps, type Step, type StepChange } from './versions.ts';

type Props = { readonly before: readonly Step[]; readonly after: readonly Step[]; readonly currency: string };

/** Differences between the draft and the version in force, per threshold. */
export function DraftDiff({ before, after, currency }: Props) {
  const t = useText();
  const { money, number } = useFormat();
  const write = (step: Step | undefined) => (step === undefined ? '—' : money({ value: step.price, currency }));
  return (
    <div>
      <Text size="sm" fw={600}>
        {t('backOffice.tariffs.diff')}
      </Text>
      <Table aria-label={t('backOffice.tariffs.diff')} fz="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('backOffice.tariffs.from')}</Table.Th>
            <Table.Th ta="right">{t('backOffice.tariffs.before')}</Table.Th>
            <Table.Th ta="right">{t('backOffice.tariffs.after')}</Table.Th>
            <Table.Th>{t('backOffice.tariffs.change')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {diffSteps(before, after).map((change) => (
            <Table.Tr key={change.from}>
              <Table.Td>{number(change.from)}</Table.Td>
              <Table.Td ta="right">{write(change.before)}</Table.Td>
              <Table.Td ta="right">{write(change.after)}</Table.Td>
              <Table.Td>
                <Verdict change={change} t={t} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function Verdict({ change: { before, after }, t }: { readonly change: StepChange; readonly t: Say }) {
  const { percent } = useFormat();
  if (before === undefined) return <StatusBadge tone="info" label={t('backOffice.tariffs.added')} />;
  if (after === undefined) return <StatusBadge tone="neutral" label={t('backOffice.tariffs.removed')} />;
  if (before.price === after.price) return <span>{t('backOffice.tariffs.same')}</span>;
  const share = before.price === 0 ? undefined : Math.abs(after.price / before.price - 1);
  const isDearer = after.price > before.price;
  const label = t(isDearer ? 'backOffice.tariffs.dearer' : 'backOffice.tariffs.cheaper', {
    share: share === undefined ? '' : percent(share),
  });
  return <StatusBadge tone={isDearer ? 'warn' : 'good'} label={label} />;
}
