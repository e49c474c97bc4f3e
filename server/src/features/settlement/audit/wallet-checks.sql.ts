// Wallets against their entries and the ledger.

/** Proves that balance and reserve of a wallet equal the sums of its entries. */
const WALLET_ENTRIES = `
select 'wallet',
  w.company_id || ' ' || w.currency,
  w.balance_micros || '/' || w.reserved_micros,
  coalesce(e.balance, 0) || '/' || coalesce(e.reserved, 0)
from wallets w
left join (
  select company_id, currency, sum(balance_micros) as balance, sum(reserved_micros) as reserved
  from wallet_entries
  group by 1, 2
) e on e.company_id = w.company_id
  and e.currency = w.currency
where w.balance_micros <> coalesce(e.balance, 0)
  or w.reserved_micros <> coalesce(e.reserved, 0)`;

/** Proves that the reserve of a wallet equals the open reserves in the ledger, without packages. */
const WALLET_RESERVE = `
select 'wallet reserve',
  w.company_id || ' ' || w.currency,
  w.reserved_micros::text,
  coalesce(o.open, 0)::text
from wallets w
left join (
  select l.company_id, p.currency, sum(l.reserved_micros - l.packages_micros) as open
  from ledger l
  join dispatches d on d.id = l.dispatch_id
  join partners p on p.id = d.partner_id
  where d.kind <> 'PARTNER'
  group by 1, 2
) o on o.company_id = w.company_id
  and o.currency = w.currency
where w.reserved_micros <> coalesce(o.open, 0)`;

export const WALLET_CHECKS = [WALLET_ENTRIES, WALLET_RESERVE];
