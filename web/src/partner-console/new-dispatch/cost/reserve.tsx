import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Money } from '../../../kit/amounts.tsx';
import { BudgetBar } from '../../../kit/chart/budget-bar.tsx';
import { Facts } from '../../../kit/facts.tsx';
import { useFormat } from '../../../kit/format.ts';
import { Notice } from '../../../kit/notice.tsx';
import { Section } from '../../../kit/section.tsx';
import { useText } from '../../../kit/text.tsx';
import type { Price } from '../estimate-file.ts';

/** The reserve taken at the start, and advice if it exceeds the budget. */
export function Reserve({ price, again }: { readonly price: Price; readonly again: () => void }) {
  const t = useText();
  const { number } = useFormat();
  const { reserve, total, packages, months } = price;
  return (
    <Section title={t('newDispatch.reserve')}>
      <Stack gap="sm">
        <Text fz="1.6rem" fw={640} data-testid="estimate-total">
          <Money amount={total} />
        </Text>
        <Facts
          items={[
            [t('newDispatch.reserve.messages'), number(price.messages)],
            [t('newDispatch.reserve.parts'), number(price.parts)],
            ...(packages.value > 0
              ? [[t('newDispatch.reserve.packages'), <Money key="p" amount={packages} />] as const]
              : []),
            ...(reserve.value === total.value
              ? []
              : [[t('newDispatch.reserve.taken'), <Money key="r" amount={reserve} />] as const]),
          ]}
        />
        {months.map((month) => (
          <MonthBudget key={month.month} month={month} />
        ))}
        <Text size="sm" c="dimmed">
          {t(
            months.every(({ budget }) => budget === null)
              ? 'newDispatch.reserve.unlimited'
              : 'newDispatch.reserve.usually',
          )}
        </Text>
        {!price.fits && (
          <Notice tone="bad" title={t('newDispatch.reserve.over')}>
            <Text size="sm">{t('newDispatch.reserve.overAdvice')}</Text>
            <Group mt="xs">
              <Anchor component={Link} to="/companies" size="sm">
                {t('newDispatch.reserve.raise')}
              </Anchor>
              <Button size="compact-sm" variant="default" onClick={again}>
                {t('newDispatch.reserve.again')}
              </Button>
            </Group>
          </Notice>
        )}
      </Stack>
    </Section>
  );
}

/** Messages sent next month do not use this month's budget. */
function MonthBudget({ month: { month, reserve, budget, fits } }: { readonly month: Price['months'][number] }) {
  const t = useText();
  const format = useFormat();
  if (budget === null) return null;
  return (
    <Stack gap="xs" data-testid={`reserve-${month}`}>
      <Text fw={600}>{t('newDispatch.reserve.month', { month: format.month(month) })}</Text>
      <Facts
        items={[
          [t('newDispatch.reserve.ofMonth'), <Money key="r" amount={reserve} />],
          [t('newDispatch.reserve.left'), <Money key="l" amount={budget.left} />],
          [t('newDispatch.reserve.leftAfter'), <Money key="a" amount={budget.leftAfter} />],
        ]}
      />
      <BudgetBar
        spent={budget.spent}
        reserved={{ ...budget.reserved, value: budget.reserved.value + (fits ? reserve.value : 0) }}
        limit={budget.limit}
      />
    </Stack>
  );
}
