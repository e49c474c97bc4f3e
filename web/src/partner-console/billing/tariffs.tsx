import { Skeleton, Stack, Text } from '@mantine/core';
import type * as contract from '@volley/contract/console/billing.ts';
import { HOME_COUNTRY } from '@volley/domain/numbers/country.ts';
import { useApi } from '../../api/use-api.ts';
import { Money } from '../../kit/amounts.tsx';
import { countryName } from '../../kit/country-name.ts';
import { EmptyState } from '../../kit/empty-state.tsx';
import { ErrorPanel } from '../../kit/error-panel.tsx';
import { useFormat } from '../../kit/format.ts';
import { Hint } from '../../kit/hint.tsx';
import { operatorName } from '../../kit/operator-name.ts';
import { Section } from '../../kit/section.tsx';
import { csvText, saveFile } from '../../kit/table/csv.ts';
import { type Column, RecordTable } from '../../kit/table/record-table.tsx';
import { useText } from '../../kit/text.tsx';
import { language } from '../../texts/language.ts';
import { SaveButton } from './save-button.tsx';
import type { Fee, Prices, Tariff } from './shown-tariff.ts';
import { TariffPlaces } from './tariff-places.tsx';

export function Tariffs({ companyId }: { readonly companyId: number | undefined }) {
  const { data, error, refetch } = useApi<typeof contract.getTariffPositions>('GET /billing/tariffs', {
    query: { companyId },
  });
  if (data === undefined)
    return error === null ? <Skeleton height={400} /> : <ErrorPanel error={error} onRetry={() => void refetch()} />;
  return <Shown prices={data} companyId={companyId} />;
}

function Shown({ prices: data, companyId }: { readonly prices: Prices; readonly companyId: number | undefined }) {
  const t = useText();
  return (
    <Stack gap="lg">
      {companyId === undefined && <Hint>{t('billing.tariffs.choose')}</Hint>}
      <Section title={t('billing.tariffs')} flush actions={<SaveTariffs tariffs={data.tariffs} />}>
        <RecordTable<Tariff>
          label={t('billing.tariffs')}
          columns={useTariffColumns()}
          rows={data.tariffs}
          rowKey={({ id }) => id}
          empty={<EmptyState title={t('billing.tariffs')} />}
        />
      </Section>
      <Section title={t('billing.senderFees')} flush actions={<SaveFees fees={data.senderFees} />}>
        <RecordTable<Fee>
          label={t('billing.senderFees')}
          columns={useFeeColumns()}
          rows={data.senderFees}
          rowKey={({ brand }) => brand}
          empty={<EmptyState title={t('billing.senderFees')} />}
        />
      </Section>
    </Stack>
  );
}

function useTariffColumns(): readonly Column<Tariff>[] {
  const t = useText();
  return [
    {
      key: 'plan',
      head: t('billing.tariff.plan'),
      cell: (tariff) => <PlanWords tariff={tariff} />,
    },
    {
      key: 'model',
      head: t('billing.tariff.model'),
      wideOnly: true,
      cell: ({ pricingModel }) => t(`kit.model.${pricingModel}`),
    },
    {
      key: 'steps',
      head: t('billing.tariff.steps'),
      wideOnly: true,
      cell: (tariff) => <Steps tariff={tariff} />,
    },
    {
      key: 'now',
      head: t('billing.tariff.price'),
      width: '42%',
      wideOnly: true,
      cell: (tariff) => <TariffPlaces tariff={tariff} />,
    },
  ];
}

/** The scope of the tariff; on a phone also its model, steps and price. */
function PlanWords({ tariff }: { readonly tariff: Tariff }) {
  const t = useText();
  const { senderType, brand, trafficType, countryCode, pricingModel } = tariff;
  const operator = brand === undefined ? t('billing.tariff.anyOperator') : operatorName(t, brand);
  return (
    <Stack gap={2} miw={130}>
      <Text size="sm" fw={600}>
        {t(`kit.plan.${senderType}`)} · {countryCode === undefined ? operator : countryName(t, countryCode)}
      </Text>
      {trafficType !== undefined && (
        <Text size="xs" c="dimmed">
          {t(`kit.traffic.${trafficType}`)}
        </Text>
      )}
      <Stack hiddenFrom="sm" gap={4}>
        <Text size="xs" c="dimmed">
          {t(`kit.model.${pricingModel}`)}
        </Text>
        <Steps tariff={tariff} />
        <TariffPlaces tariff={tariff} />
      </Stack>
    </Stack>
  );
}

/** The published steps: threshold and price. */
function Steps({ tariff: { pricingModel, steps, currency } }: { readonly tariff: Tariff }) {
  const t = useText();
  const { number, money } = useFormat();
  if (pricingModel === 'FIXED') return null;
  return (
    <Stack gap={0}>
      {steps.map(({ from, price, priceMauBatch }) => (
        <Text key={from} size="xs" style={{ whiteSpace: 'nowrap' }}>
          {t('billing.tariff.from')} {number(from)}: {money({ value: price, currency })}
          {priceMauBatch > 0 && `, ${t('billing.tariff.batch', { price: money({ value: priceMauBatch, currency }) })}`}
        </Text>
      ))}
    </Stack>
  );
}

function useFeeColumns(): readonly Column<Fee>[] {
  const t = useText();
  const { number } = useFormat();
  return [
    { key: 'brand', head: t('billing.tariff.operator'), cell: ({ brand }) => operatorName(t, brand) },
    { key: 'fee', head: t('billing.senderFees.fee'), align: 'right', cell: ({ fee }) => <Money amount={fee} /> },
    {
      key: 'names',
      head: t('billing.senderFees.names'),
      align: 'right',
      cell: ({ names }) => number(names),
    },
  ];
}

function SaveTariffs({ tariffs }: { readonly tariffs: readonly Tariff[] }) {
  const save = () => {
    const head = [
      'senderType',
      'brand',
      'trafficType',
      'countryCode',
      'pricingModel',
      'from',
      'price',
      'priceMauBatch',
    ];
    const rows = tariffs.flatMap(({ senderType, brand = '', trafficType = '', pricingModel, currency, ...tariff }) =>
      tariff.steps.map(({ from, price, priceMauBatch }) => [
        senderType,
        brand,
        trafficType,
        tariff.countryCode ?? HOME_COUNTRY,
        pricingModel,
        from,
        price,
        priceMauBatch,
        currency,
      ]),
    );
    saveFile('tariffs.csv', 'text/csv;charset=utf-8', [csvText(language(), [[...head, 'currency'], ...rows])]);
  };
  return <SaveButton onSave={save} />;
}

function SaveFees({ fees }: { readonly fees: readonly Fee[] }) {
  const save = () => {
    const rows = fees.map(({ brand, fee, names }) => [brand, fee.value, fee.currency, names]);
    const lines = [['brand', 'fee', 'currency', 'names'], ...rows];
    saveFile('sender-fees.csv', 'text/csv;charset=utf-8', [csvText(language(), lines)]);
  };
  return <SaveButton onSave={save} />;
}
