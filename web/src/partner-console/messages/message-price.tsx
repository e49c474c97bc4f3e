import { Table, Text } from '@mantine/core';
import { Money } from '../../kit/amounts.tsx';
import { type Amount, useFormat } from '../../kit/format.ts';
import { operatorName } from '../../kit/operator-name.ts';
import { Section } from '../../kit/section.tsx';
import { type Text as Say, useText } from '../../kit/text.tsx';
import type { MessageCard } from './message-card.ts';

type Trail = NonNullable<MessageCard['priceTrail']>;

/** From the estimate to the charge, with the tariff row behind it. */
export function MessagePrice({ trail, parts }: { readonly trail: Trail; readonly parts: number }) {
  const t = useText();
  return (
    <Section title={t('messages.price')}>
      <Table aria-label={t('messages.price')} verticalSpacing={6} horizontalSpacing={0}>
        <Table.Tbody>
          {rowsOf(t, trail).map(([name, amount, isTotal]) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" fw={isTotal ? 600 : 400}>
                {name}
              </Table.Th>
              <Table.Td ta="right" fw={isTotal ? 600 : 400}>
                {amount === null ? t('messages.price.later') : <Money amount={amount} />}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Why trail={trail} parts={parts} />
    </Section>
  );
}

const tariffOperator = (t: Say, { tariff: { brand } }: Trail) =>
  brand === null ? t('messages.tariff.anyOperator') : operatorName(t, brand);

function rowsOf(t: Say, trail: Trail): (readonly [name: string, amount: Amount | null, isTotal: boolean])[] {
  const operator = tariffOperator(t, trail);
  return [
    [t('messages.price.estimate'), trail.estimate, false],
    [t('messages.price.reserved'), trail.reserved, false],
    [t('messages.price.settled'), trail.settled, false],
    [t('messages.price.released'), trail.released, false],
    ...trail.packages.map(
      ({ from, price }) => [t('messages.price.package', { operator, from: from + 1 }), price, false] as const,
    ),
    [t('messages.price.spent'), trail.spent, true],
  ];
}

function Why({ trail, parts }: { readonly trail: Trail; readonly parts: number }) {
  const { tariff, step, volumeBefore, month } = trail;
  const t = useText();
  const { money, number, date, month: nameOf } = useFormat();
  const sentences = [
    t('messages.tariff.row', {
      id: String(tariff.id),
      version: String(tariff.version),
      plan: t(`kit.plan.${tariff.senderType}`),
      operator: tariffOperator(t, trail),
      traffic: tariff.trafficType === null ? t('messages.tariff.anyTraffic') : t(`kit.traffic.${tariff.trafficType}`),
      model: t(`kit.model.${tariff.pricingModel}`),
    }),
    ...(tariff.effectiveFrom === null ? [] : [t('messages.tariff.since', { date: date(tariff.effectiveFrom) })]),
    ...(step === null
      ? []
      : [t('messages.tariff.step', { from: number(step.from), price: money(step.price), parts: number(parts) })]),
    ...(volumeBefore === null ? [] : [t('messages.tariff.volume', { shown: number(volumeBefore) })]),
    ...(month === null ? [] : [t('messages.tariff.month', { month: nameOf(month) })]),
  ];
  return (
    <Text size="sm" c="dimmed" mt="sm">
      {sentences.join(' ')}
    </Text>
  );
}
