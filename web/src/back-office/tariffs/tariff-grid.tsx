import { Anchor, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { SENDER_TYPES, TRAFFIC_TYPES } from '@volley/domain/money/tariff.ts';
import { BRANDS } from '@volley/domain/numbers/brand.ts';
import { ANY_COUNTRY } from '@volley/domain/numbers/country.ts';
import { useFormat } from '../../kit/format.ts';
import { Section } from '../../kit/section.tsx';
import { useText } from '../../kit/text.tsx';
import { placeName, tariffKeyName } from './tariff-key-name.ts';
import classes from './tariffs.module.css';
import { inForce, keyText, readKey, type TariffKey, type Version } from './versions.ts';

type Props = {
  readonly versions: readonly Version[];
  readonly list: number;
  readonly chosen: string | undefined;
};

type Row = Omit<TariffKey, 'trafficType'>;
const HOME_ROWS: readonly Row[] = SENDER_TYPES.flatMap((senderType) =>
  [undefined, ...BRANDS].map((brand) => ({ senderType, brand })),
);

/** Foreign countries with a price, plus the open one and `*`, which can always be set. */
const abroad = (versions: readonly Version[], chosen: string | undefined): Row[] =>
  [...new Set([ANY_COUNTRY, ...[...versions, readKey(chosen ?? '')].flatMap((one) => one?.countryCode ?? [])])]
    .toSorted()
    .map((countryCode) => ({ senderType: 'COMMON', countryCode }));
const COLUMNS = [undefined, ...TRAFFIC_TYPES];

/** Plan and operator down, traffic across; the most specific price applies. */
export function TariffGrid({ versions, list, chosen }: Props) {
  const t = useText();
  const nowMs = Date.now();
  const isUsed = ({ senderType, brand }: Row) =>
    brand === undefined || versions.some((version) => version.senderType === senderType && version.brand === brand);
  return (
    <Section title={t('backOffice.tariffs.grid')} flush>
      <div className={classes['scroll']} role="region" aria-label={t('backOffice.tariffs.grid')} tabIndex={0}>
        <Table aria-label={t('backOffice.tariffs.grid')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('backOffice.tariffs.plan')}</Table.Th>
              <Table.Th>{t('backOffice.column.operator')}</Table.Th>
              {COLUMNS.map((trafficType) => (
                <Table.Th key={trafficType ?? ''} ta="right">
                  {t(trafficType === undefined ? 'backOffice.tariffs.anyTraffic' : `kit.traffic.${trafficType}`)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {[...HOME_ROWS.filter(isUsed), ...abroad(versions, chosen)].map(({ senderType, brand, countryCode }) => (
              <Table.Tr key={`${senderType} ${brand} ${countryCode}`}>
                <Table.Th scope="row">{t(`kit.plan.${senderType}`)}</Table.Th>
                <Table.Td>{placeName(t, { brand, countryCode })}</Table.Td>
                {COLUMNS.map((trafficType) => {
                  const key = keyText({ senderType, brand, trafficType, countryCode });
                  return (
                    <Table.Td
                      key={key}
                      ta="right"
                      data-chosen={key === chosen || undefined}
                      className={classes['cell']}
                    >
                      <Cell version={inForce(versions, key, nowMs)} list={list} tariffKey={key} />
                    </Table.Td>
                  );
                })}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </Section>
  );
}

type CellProps = { readonly version: Version | undefined; readonly list: number; readonly tariffKey: string };

function Cell({ version, list, tariffKey }: CellProps) {
  const t = useText();
  const { money } = useFormat();
  const search = { list, key: tariffKey };
  if (version === undefined)
    return (
      <Anchor
        renderRoot={(props) => <Link {...props} to="/bo/tariffs" search={search} />}
        c="dimmed"
        size="sm"
        aria-label={t('backOffice.tariffs.open', { key: tariffKeyName(t, readKey(tariffKey)) })}
      >
        —
      </Anchor>
    );
  const prices = version.prices.map(({ price }) => price);
  const amount = (value: number) => money({ value, currency: version.currency });
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  return (
    <>
      <Anchor renderRoot={(props) => <Link {...props} to="/bo/tariffs" search={search} />} size="sm">
        {low === high ? amount(low) : `${amount(low)}–${amount(high)}`}
      </Anchor>
      <Text size="xs" c="dimmed">
        {t(`kit.model.${version.pricingModel}`)} · {t('backOffice.tariffs.v', { version: version.version })}
      </Text>
    </>
  );
}
