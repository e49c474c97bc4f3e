import { Select, SimpleGrid, Text } from '@mantine/core';
import { ROUTE_WAIT_SECONDS_MAX, type RouteWaits } from '@volley/domain/links/route-wait.ts';
import { TRAFFIC_TYPES } from '@volley/domain/money/tariff.ts';
import { useState } from 'react';
import { type Text as Say, useText } from '../../kit/text.tsx';
import { NAMED_WAITS, waitChoices, waitOf } from './wait-choices.ts';

type Props = { readonly value: RouteWaits; readonly onChange: (waits: RouteWaits) => void };

/** How long messages of each traffic type wait for a route. A type at its week is left out. */
export function RouteWaitsField({ value, onChange }: Props) {
  const t = useText();
  const [stored] = useState(value);
  return (
    <>
      <Text fw={600} size="sm" mb={-10}>
        {t('companies.form.routeWaits')}
      </Text>
      <Text size="sm" c="dimmed">
        {t('companies.form.routeWaits.hint')}
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" role="group" aria-label={t('companies.form.routeWaits')}>
        {TRAFFIC_TYPES.map((type) => {
          const { [type]: _, ...others } = value;
          const choose = (seconds: number) =>
            onChange(seconds === ROUTE_WAIT_SECONDS_MAX ? others : { ...others, [type]: seconds });
          return (
            <Select
              key={type}
              label={t(`kit.traffic.${type}`)}
              data={waitChoices(stored, type).map((one) => ({ value: String(one), label: waitWords(t, one) }))}
              value={String(waitOf(value, type))}
              allowDeselect={false}
              onChange={(chosen) => choose(Number(chosen))}
            />
          );
        })}
      </SimpleGrid>
    </>
  );
}

function waitWords(t: Say, seconds: number): string {
  const name = NAMED_WAITS.get(seconds);
  return name === undefined
    ? t('companies.form.routeWaits.seconds', { count: seconds })
    : t(`companies.form.routeWaits.${name}`);
}
