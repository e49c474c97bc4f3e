// A message row of the database at the end of a run.
export type MessageRow = {
  id: string;
  destination: string;
  status: number;
  brand: number;
  company: number;
  sent: boolean;
  /** Month of sending; null if not sent. */
  month: string | null;
  /** Price, packages included. */
  micros: string;
  /** First step of a cascade: it shares its number with the next step and is never sent in this run. */
  begins: boolean;
};

export const MESSAGES = `
  select id, destination::text as destination, status, brand, company_id as company, sent_at is not null as sent,
    date_trunc('month', sent_at at time zone 'Europe/Moscow')::date::text as month,
    (coalesce(price_micros, 0) + coalesce(package_micros, 0))::text as micros,
    cascade_step is not distinct from 1 as begins
  from messages`;
