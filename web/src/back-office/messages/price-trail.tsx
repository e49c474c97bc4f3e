import type * as contract from '@volley/contract/back-office/money/money.ts';
import type { ReplyOf } from '@volley/contract/endpoint.ts';
import { Money } from '../../kit/amounts.tsx';
import { Facts } from '../../kit/facts.tsx';
import { useFormat } from '../../kit/format.ts';
import { Section } from '../../kit/section.tsx';
import { ListLink } from '../../kit/table/list-link.tsx';
import { useText } from '../../kit/text.tsx';
import { tariffKeyName } from '../tariffs/tariff-key-name.ts';
import { readKey } from '../tariffs/versions.ts';

type Trail = ReplyOf<typeof contract.explainPrice>;

/** Estimate, reserve and final price, with the tariff behind them. */
export function PriceTrail({ trail }: { readonly trail: Trail }) {
  const t = useText();
  const { number, money, month } = useFormat();
  const { tariff, step } = trail;
  const amount = (value: number | null) => (
    <Money amount={value === null ? null : { value, currency: tariff.currency }} />
  );
  const key = [tariff.senderType, tariff.brand ?? '*', tariff.trafficType ?? '*'].join('.');
  return (
    <Section title={t('backOffice.trace.price')}>
      <Facts
        items={[
          [
            t('backOffice.trace.tariff'),
            <ListLink key="tariff" to="/bo/tariffs" search={{ list: tariff.priceListId, key }}>
              {tariffKeyName(t, readKey(key))} · {t('backOffice.tariffs.v', { version: tariff.version })}
            </ListLink>,
          ],
          [t('backOffice.tariffs.model'), t(`kit.model.${tariff.pricingModel}`)],
          [
            t('backOffice.trace.step'),
            step === null
              ? '—'
              : t('backOffice.trace.stepOf', {
                  price: money({ value: step.price, currency: tariff.currency }),
                  from: number(step.from),
                }),
          ],
          [t('backOffice.trace.volume'), trail.volumeBefore === null ? '—' : number(trail.volumeBefore)],
          [t('backOffice.trace.reserved'), amount(trail.reserved)],
          [t('backOffice.trace.settled'), amount(trail.settled)],
          [t('backOffice.trace.released'), amount(trail.released)],
          [t('backOffice.trace.spent'), amount(trail.spent)],
          [t('backOffice.column.month'), trail.month === null ? '—' : month(trail.month)],
        ]}
      />
    </Section>
  );
}
