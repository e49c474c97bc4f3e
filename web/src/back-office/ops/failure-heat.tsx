import { Table, Text } from '@mantine/core';
import { EmptyState } from '../../kit/empty-state.tsx';
import { useFormat } from '../../kit/format.ts';
import { operatorName } from '../../kit/operator-name.ts';
import { Section } from '../../kit/section.tsx';
import { ListLink } from '../../kit/table/list-link.tsx';
import { useText } from '../../kit/text.tsx';
import classes from './ops.module.css';
import { heatOf, type Now } from './points.ts';

/** Errors by operator. The cell has the number; the tint only helps to find it. */
export function FailureHeat({ now }: { readonly now: Now }) {
  const t = useText();
  const { number, percent } = useFormat();
  const { operators, rows, most } = heatOf(now.failures);
  const shareOf = (operator: string | null) => {
    const found = now.outcomes.find((outcome) => outcome.operator === operator);
    const total = (found?.delivered ?? 0) + (found?.failed ?? 0);
    return total === 0 ? 0 : (found?.failed ?? 0) / total;
  };
  return (
    <Section title={t('backOffice.ops.failures')} flush>
      {rows.length === 0 ? (
        <EmptyState title={t('backOffice.ops.noFailures')} text={t('backOffice.ops.noFailuresHint')} />
      ) : (
        <div className={classes['scroll']} role="region" aria-label={t('backOffice.ops.failures')} tabIndex={0}>
          <Table aria-label={t('backOffice.ops.failures')} className={classes['heat'] ?? ''}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('backOffice.ops.error')}</Table.Th>
                {operators.map((operator) => (
                  <Table.Th key={operator} ta="right">
                    {operator === null ? t('backOffice.ops.unknownOperator') : operatorName(t, operator)}
                    <Text size="xs" c="dimmed" fw={400}>
                      {t('backOffice.ops.failedShare', { share: percent(shareOf(operator)) })}
                    </Text>
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map(({ errorCode, counts }) => (
                <Table.Tr key={errorCode}>
                  <Table.Th scope="row">
                    {errorCode === null ? '—' : <ListLink to={`/errors/message/${errorCode}`}>{errorCode}</ListLink>}
                  </Table.Th>
                  {counts.map((count, at) => (
                    <Table.Td
                      key={operators[at] ?? ''}
                      ta="right"
                      style={{
                        background: `color-mix(in srgb, var(--tone-bad-soft) ${Math.round((count / most) * 100)}%, transparent)`,
                      }}
                    >
                      {count === 0 ? '·' : number(count)}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
      {now.sampledShare < 1 && (
        <Text size="xs" c="dimmed" px="md" pb="sm">
          {t('backOffice.ops.sampled', { share: percent(now.sampledShare) })}
        </Text>
      )}
    </Section>
  );
}
