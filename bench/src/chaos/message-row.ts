// A message as the database has it when a run is over.
export type MessageRow = {
  id: string;
  destination: string;
  status: number;
  brand: number;
  company: number;
  sent: boolean;
  /** The month of its sending; null where it was not sent. */
  month: string | null;
  /** What it costs, its packages included. */
  micros: string;
  /** The first step of a cascade: it shares its number with the next one and never goes out in this run. */
  begins: boolean;
};

export const MESSAGES = `
  select id, destination::text as destination, status, brand, company_id as company, sent_at is not null as sent,
    date_trunc('month', sent_at at time zone 'Europe/Moscow')::date::text as month,
    (coalesce(price_micros, 0) + coalesce(package_micros, 0))::text as micros,
    cascade_step is not distinct from 1 as begins
  from messages`;
