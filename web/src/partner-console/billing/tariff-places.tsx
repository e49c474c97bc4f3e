import { Stack, Text } from '@mantine/core';
import { useFormat } from '../../kit/format.ts';
import { operatorName } from '../../kit/operator-name.ts';
import { useText } from '../../kit/text.tsx';
import type { Tariff } from './shown-tariff.ts';

type Place = Tariff['positions'][number];

/** The price of the next message, and the step after it. */
export function TariffPlaces({ tariff }: { readonly tariff: Tariff }) {
  const t = useText();
  const { money } = useFormat();
  const { pricingModel, positions, steps, currency } = tariff;
  const [first] = steps;
  if (pricingModel === 'FIXED')
    return first && t('billing.tariff.fixed', { price: money({ value: first.price, currency }) });
  return (
    <Stack gap={6}>
      {positions.map((place) => (
        <PlaceWords key={place.brand ?? ''} place={place} tariff={tariff} />
      ))}
    </Stack>
  );
}

function PlaceWords({ place, tariff }: { readonly place: Place; readonly tariff: Tariff }) {
  const t = useText();
  const { money, number } = useFormat();
  const { pricingModel, currency } = tariff;
  const model = pricingModel === 'MAU' ? 'MAU' : 'SCALED';
  const priced = (value: number) => money({ value, currency });
  const operator =
    tariff.brand === undefined
      ? `${place.brand === null ? t('billing.tariff.unknownOperator') : operatorName(t, place.brand)}: `
      : '';
  const next =
    place.next === null
      ? t('billing.tariff.last')
      : t(`billing.tariff.next.${model}`, {
          price: priced(place.next.price),
          at: number(place.next.at),
          more: place.next.more,
        });
  return (
    <div>
      <Text size="sm">
        {operator}
        <b>{t('billing.tariff.now', { price: priced(place.price) })}</b>, {next}
      </Text>
      <Text size="xs" c="dimmed">
        {t(`billing.tariff.count.${model}`, { count: place.count })}
        {place.nextPackage !== null &&
          ` · ${t('billing.tariff.package', { price: priced(place.nextPackage.price), at: number(place.nextPackage.at) })}`}
      </Text>
    </div>
  );
}
