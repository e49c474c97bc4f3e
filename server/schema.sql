CREATE FUNCTION public.business_now() RETURNS timestamp with time zone
    LANGUAGE sql STABLE
    AS $$select now() + offset_seconds * interval '1 second' from sandbox_clock$$;

CREATE FUNCTION public.claim_duty_leadership() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into leaderships as l (name, owner, lease_until)
  values ('duty', new.leader, new.lease_until)
  on conflict (name)
  do update set owner = excluded.owner,
    lease_until = excluded.lease_until
  where l.owner = excluded.owner
    or l.lease_until <= clock_timestamp()
    or l.lease_until > excluded.lease_until;
  if not found then
    return null;
  end if;
  return new;
end
$$;

CREATE FUNCTION public.count_subscribers() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if tg_op = 'INSERT' then
    update address_books b
    set active = b.active + n.active,
      stopped = b.stopped + n.stopped,
      gone = b.gone + n.gone
    from (
      select
        address_book_id,
        count(*) filter (where status = 1) as active,
        count(*) filter (where status = 2) as stopped,
        count(*) filter (where status = 3) as gone
      from added
      group by address_book_id
    ) n
    where b.id = n.address_book_id;
  elsif tg_op = 'DELETE' then
    update address_books b
    set active = b.active - n.active,
      stopped = b.stopped - n.stopped,
      gone = b.gone - n.gone
    from (
      select
        address_book_id,
        count(*) filter (where status = 1) as active,
        count(*) filter (where status = 2) as stopped,
        count(*) filter (where status = 3) as gone
      from removed
      group by address_book_id
    ) n
    where b.id = n.address_book_id;
  else
    update address_books b
    set active = b.active + n.active,
      stopped = b.stopped + n.stopped,
      gone = b.gone + n.gone
    from (
      select
        address_book_id,
        coalesce(sum(number) filter (where status = 1), 0) as active,
        coalesce(sum(number) filter (where status = 2), 0) as stopped,
        coalesce(sum(number) filter (where status = 3), 0) as gone
      from (
        select address_book_id, status, 1 as number from added
        union all
        select address_book_id, status, -1 from removed
      ) moved
      group by address_book_id
    ) n
    where b.id = n.address_book_id
      and (n.active, n.stopped, n.gone) <> (0, 0, 0);
  end if;
  return null;
end
$$;

CREATE FUNCTION public.give_default_center() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
    insert into traffic_centers (company_id, name, is_default, created_at) values (new.id, 'Default', true, new.created_at);
    return null;
  end $$;

CREATE FUNCTION public.open_links() RETURNS TABLE(id integer, protocol text, account_rate integer, channel_type text, brands smallint[], rate_per_second integer, window_size integer, is_degraded boolean, outstanding bigint)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  tenant text := coalesce(current_setting('app.tenant', true), '');
begin
  perform set_config('app.tenant', 'system', true);
  return query
    select l.id,
      l.protocol,
      (l.settings ->> 'accountRate')::integer,
      l.channel_type,
      l.brands,
      l.rate_per_second,
      l.window_size,
      l.degraded_since is not null,
      coalesce(o.outstanding, 0)
    from operator_links l
    left join (
      select b.link_id, sum(b.count) as outstanding
      from batches b
      where b.state in (0, 1)
      group by b.link_id
    ) o on o.link_id = l.id
    where l.enabled
      and not l.paused
      and l.bound
      and l.lease_until > clock_timestamp();
  -- RETURN QUERY has read all rows. An error ends the transaction, and the setting with it.
  perform set_config('app.tenant', tenant, true);
end
$$;

CREATE FUNCTION public.record_sender_move() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
    insert into sender_moves (sender_id, company_id, at, status, suspended, comment)
      values (new.id, new.company_id, business_now(), new.status, new.suspended,
        case when tg_op = 'UPDATE' and new.suspended and not old.suspended then new.suspend_reason
          when tg_op = 'UPDATE' and new.status <> old.status then new.manager_comment end);
    return null;
  end $$;

CREATE FUNCTION public.refuse_changing_closed_month() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  raise exception 'month % of company % is closed', old.month, old.company_id;
end $$;

CREATE FUNCTION public.refuse_rewriting() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin raise exception '% is append-only', tg_table_name; end $$;

CREATE FUNCTION public.set_link_account() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into operator_accounts (protocol, channel_type, address, system_id)
  values (new.protocol, new.channel_type, coalesce(new.url, lower(new.host) || ':' || new.port), new.system_id)
  on conflict (protocol, channel_type, address, system_id) do update set system_id = excluded.system_id
  returning id into new.account_id;
  return new;
end
$$;

CREATE FUNCTION public.tenant_is_system() RETURNS boolean
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$ select coalesce(current_setting('app.tenant', true), '') = 'system' $$;

CREATE FUNCTION public.tenant_partner() RETURNS integer
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$ select nullif(nullif(current_setting('app.tenant', true), ''), 'system')::integer $$;

CREATE TABLE public.address_books (
    id integer NOT NULL,
    company_id integer NOT NULL,
    channel_type text NOT NULL,
    sender_name text NOT NULL,
    active integer DEFAULT 0 NOT NULL,
    stopped integer DEFAULT 0 NOT NULL,
    gone integer DEFAULT 0 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT address_books_active_check CHECK ((active >= 0)),
    CONSTRAINT address_books_gone_check CHECK ((gone >= 0)),
    CONSTRAINT address_books_stopped_check CHECK ((stopped >= 0))
);

ALTER TABLE ONLY public.address_books FORCE ROW LEVEL SECURITY;

ALTER TABLE public.address_books ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.address_books_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.api_keys (
    key_id text NOT NULL,
    company_id integer NOT NULL,
    traffic_center_id integer,
    name text NOT NULL,
    type text NOT NULL,
    digest bytea NOT NULL,
    superseded_digests bytea[] DEFAULT '{}'::bytea[] NOT NULL,
    allowed_addresses cidr[] DEFAULT '{}'::cidr[] NOT NULL,
    status text DEFAULT 'ACTIVE'::text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    last_used_at timestamp with time zone,
    last_four text,
    last_used_address text,
    last_used_route text,
    CONSTRAINT api_keys_status_check CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'INACTIVE'::text]))),
    CONSTRAINT api_keys_type_check CHECK ((type = ANY (ARRAY['MESSAGES'::text, 'SYSTEM'::text, 'VERIFIER'::text, 'VERIFIER_BUILDER'::text])))
);

ALTER TABLE ONLY public.api_keys FORCE ROW LEVEL SECURITY;

CREATE TABLE public.batches (
    id uuid NOT NULL,
    company_id integer NOT NULL,
    dispatch_id integer NOT NULL,
    strand smallint NOT NULL,
    sender_id integer NOT NULL,
    from_seq integer NOT NULL,
    to_seq integer NOT NULL,
    first_message_id uuid NOT NULL,
    last_message_id uuid NOT NULL,
    count integer NOT NULL,
    link_id integer NOT NULL,
    lane smallint NOT NULL,
    traffic_type text NOT NULL,
    attempt smallint DEFAULT 1 NOT NULL,
    doubts smallint DEFAULT 0 NOT NULL,
    state smallint DEFAULT 0 NOT NULL,
    waiting_for text,
    owner uuid,
    due_at timestamp with time zone,
    in_flight_at timestamp with time zone,
    held_since timestamp with time zone,
    expires_at timestamp with time zone,
    thinned boolean DEFAULT false NOT NULL,
    open_max smallint,
    hops smallint DEFAULT 0 NOT NULL,
    elsewhere boolean DEFAULT false NOT NULL,
    doubt_link_id integer,
    month date,
    part_micros bigint,
    begun_at timestamp with time zone,
    choice jsonb,
    tried_links integer[],
    CONSTRAINT batches_waiting_for_check CHECK ((waiting_for = ANY (ARRAY['doubt'::text, 'held'::text, 'link'::text])))
)
WITH (fillfactor='70');

ALTER TABLE ONLY public.batches FORCE ROW LEVEL SECURITY;

CREATE TABLE public.blacklist (
    company_id integer NOT NULL,
    destination bigint NOT NULL,
    comment text,
    created_at timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.blacklist FORCE ROW LEVEL SECURITY;

CREATE TABLE public.blocked_numbers (
    destination bigint NOT NULL,
    reason text,
    created_at timestamp with time zone NOT NULL
);

CREATE TABLE public.blocked_sender_names (
    name text NOT NULL,
    reason text,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT blocked_sender_names_name_check CHECK ((name = lower(name)))
);

CREATE TABLE public.callback_attempts (
    endpoint_id integer NOT NULL,
    company_id integer NOT NULL,
    at timestamp with time zone NOT NULL,
    attempt smallint NOT NULL,
    events integer NOT NULL,
    first_number bigint,
    last_number bigint,
    status smallint,
    error text,
    ms integer NOT NULL,
    id bigint,
    numbers int8multirange,
    kinds text,
    message_uuid uuid,
    webhook_id text,
    response text
)
PARTITION BY RANGE (at);

ALTER TABLE ONLY public.callback_attempts FORCE ROW LEVEL SECURITY;

CREATE SEQUENCE public.callback_attempt_ids
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.callback_attempt_ids OWNED BY public.callback_attempts.id;

CREATE TABLE public.callback_batches (
    id bigint NOT NULL,
    endpoint_id integer NOT NULL,
    dispatch_id integer NOT NULL,
    count integer NOT NULL,
    events text NOT NULL,
    attempts smallint DEFAULT 0 NOT NULL,
    first_try_at timestamp with time zone,
    next_try_at timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.callback_batches FORCE ROW LEVEL SECURITY;

ALTER TABLE public.callback_batches ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.callback_batches_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.callback_endpoints (
    id integer NOT NULL,
    company_id integer NOT NULL,
    url text NOT NULL,
    credentials_sealed text,
    identity_digest text NOT NULL,
    failing_since timestamp with time zone,
    probe_at timestamp with time zone,
    owner uuid,
    lease_until timestamp with time zone,
    given_up bigint DEFAULT 0 NOT NULL,
    form text DEFAULT 'PARTNER'::text NOT NULL,
    CONSTRAINT callback_endpoints_form CHECK ((form = ANY (ARRAY['PARTNER'::text, 'MESSAGING'::text])))
);

ALTER TABLE ONLY public.callback_endpoints FORCE ROW LEVEL SECURITY;

ALTER TABLE public.callback_endpoints ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.callback_endpoints_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.callback_ranges (
    id bigint NOT NULL,
    endpoint_id integer NOT NULL,
    numbers int8multirange NOT NULL,
    count integer NOT NULL,
    attempts smallint DEFAULT 0 NOT NULL,
    first_try_at timestamp with time zone,
    next_try_at timestamp with time zone,
    given_up_at timestamp with time zone,
    CONSTRAINT callback_ranges_check CHECK (((next_try_at IS NULL) = (given_up_at IS NOT NULL)))
);

ALTER TABLE ONLY public.callback_ranges FORCE ROW LEVEL SECURITY;

ALTER TABLE public.callback_ranges ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.callback_ranges_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.callback_replays (
    id bigint NOT NULL,
    company_id integer NOT NULL,
    numbers int8multirange NOT NULL,
    at timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.callback_replays FORCE ROW LEVEL SECURITY;

ALTER TABLE public.callback_replays ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.callback_replays_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.callback_secrets (
    id integer NOT NULL,
    company_id integer NOT NULL,
    secret_sealed text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    ends_at timestamp with time zone
);

ALTER TABLE ONLY public.callback_secrets FORCE ROW LEVEL SECURITY;

ALTER TABLE public.callback_secrets ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.callback_secrets_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.captcha_health (
    captcha_type text NOT NULL,
    failures integer NOT NULL,
    probed_at timestamp with time zone,
    due_at timestamp with time zone NOT NULL
);

CREATE TABLE public.cascade_due (
    message_id uuid NOT NULL,
    company_id integer NOT NULL,
    due_at timestamp with time zone NOT NULL,
    since timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.cascade_due FORCE ROW LEVEL SECURITY;

CREATE TABLE public.code_outcomes (
    message_id uuid NOT NULL,
    company_id integer NOT NULL,
    is_delivered boolean NOT NULL,
    recorded_at timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.code_outcomes FORCE ROW LEVEL SECURITY;

CREATE TABLE public.companies (
    id integer NOT NULL,
    partner_id integer NOT NULL,
    name text NOT NULL,
    counteragent_type text NOT NULL,
    counteragent_name text NOT NULL,
    counteragent_inn text NOT NULL,
    counteragent_address text,
    counteragent_kpp text,
    actual_address text,
    status text DEFAULT 'ACTIVE'::text NOT NULL,
    budget_micros bigint,
    routing text DEFAULT 'fallback'::text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    text_retention_days integer,
    inbound_enabled boolean DEFAULT false NOT NULL,
    callback_tls_checked boolean DEFAULT true NOT NULL,
    allowed_countries text[],
    link_mode text DEFAULT 'balanced'::text NOT NULL,
    route_waits jsonb DEFAULT '{}'::jsonb NOT NULL,
    CONSTRAINT companies_budget_micros_check CHECK ((budget_micros >= 0)),
    CONSTRAINT companies_counteragent_type_check CHECK ((counteragent_type = ANY (ARRAY['LEGAL'::text, 'INDIVIDUAL'::text]))),
    CONSTRAINT companies_link_mode CHECK ((link_mode = ANY (ARRAY['balanced'::text, 'cost'::text, 'quality'::text, 'conversion'::text]))),
    CONSTRAINT companies_routing_check CHECK ((routing = ANY (ARRAY['fallback'::text, 'strict'::text]))),
    CONSTRAINT companies_status_check CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'DISABLED'::text]))),
    CONSTRAINT companies_text_retention_days CHECK ((text_retention_days > 0))
);

ALTER TABLE ONLY public.companies FORCE ROW LEVEL SECURITY;

ALTER TABLE public.companies ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.companies_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.company_months (
    company_id integer NOT NULL,
    month date NOT NULL,
    reserved_micros bigint DEFAULT 0 NOT NULL,
    spent_micros bigint DEFAULT 0 NOT NULL,
    closed_at timestamp with time zone,
    late_micros bigint DEFAULT 0 NOT NULL,
    CONSTRAINT company_months_reserved_micros_check CHECK ((reserved_micros >= 0)),
    CONSTRAINT company_months_spent_micros_check CHECK ((spent_micros >= 0))
);

ALTER TABLE ONLY public.company_months FORCE ROW LEVEL SECURITY;

CREATE TABLE public.countries (
    id integer NOT NULL,
    code text NOT NULL,
    name text NOT NULL
);

CREATE TABLE public.dispatch_rates (
    dispatch_id integer NOT NULL,
    company_id integer NOT NULL,
    rate integer NOT NULL,
    rate_term text NOT NULL,
    ready_ms double precision DEFAULT 0 NOT NULL,
    CONSTRAINT dispatch_rates_rate_check CHECK ((rate > 0)),
    CONSTRAINT dispatch_rates_rate_term_check CHECK ((rate_term = ANY (ARRAY['s'::text, 'm'::text, 'h'::text, 'd'::text])))
);

ALTER TABLE ONLY public.dispatch_rates FORCE ROW LEVEL SECURITY;

CREATE TABLE public.dispatch_refusals (
    dispatch_id integer NOT NULL,
    source text NOT NULL,
    error_code smallint NOT NULL,
    recipients integer NOT NULL,
    CONSTRAINT dispatch_refusals_recipients_check CHECK ((recipients >= 0)),
    CONSTRAINT dispatch_refusals_source_check CHECK ((source = ANY (ARRAY['api'::text, 'file'::text])))
);

ALTER TABLE ONLY public.dispatch_refusals FORCE ROW LEVEL SECURITY;

CREATE TABLE public.dispatches (
    id integer NOT NULL,
    company_id integer NOT NULL,
    partner_id integer NOT NULL,
    name text NOT NULL,
    channel_type text NOT NULL,
    text text NOT NULL,
    sender_ids integer[] NOT NULL,
    status text DEFAULT 'CREATED'::text NOT NULL,
    schedule_start_at timestamp with time zone,
    schedule_hours smallint[],
    schedule_days smallint[],
    callback_endpoint_id integer,
    callback_events text[] DEFAULT '{}'::text[] NOT NULL,
    last_seq integer DEFAULT 0 NOT NULL,
    first_message_id uuid,
    last_message_id uuid,
    messages_total integer DEFAULT 0 NOT NULL,
    messages_sent integer DEFAULT 0 NOT NULL,
    messages_delivered integer DEFAULT 0 NOT NULL,
    messages_failed integer DEFAULT 0 NOT NULL,
    parts_total integer DEFAULT 0 NOT NULL,
    parts_delivered integer DEFAULT 0 NOT NULL,
    parts_failed integer DEFAULT 0 NOT NULL,
    estimate_micros bigint DEFAULT 0 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    started_at timestamp with time zone,
    ended_at timestamp with time zone,
    packages_micros bigint DEFAULT 0 NOT NULL,
    kind text DEFAULT 'PARTNER'::text NOT NULL,
    send_day date,
    settings_digest text,
    traffic_center_id integer,
    sending_method text DEFAULT 'API'::text NOT NULL,
    lifetime_seconds integer,
    use_local_time boolean DEFAULT true NOT NULL,
    local_send_time timestamp without time zone,
    local_completion_time timestamp without time zone,
    sender_name text,
    short_url boolean DEFAULT false NOT NULL,
    tags text[],
    special_content jsonb,
    callback_url text,
    messages_unsent integer DEFAULT 0 NOT NULL,
    parts_sent integer DEFAULT 0 NOT NULL,
    parts_unsent integer DEFAULT 0 NOT NULL,
    cascade jsonb,
    longest_wait_ms bigint DEFAULT 0,
    reserved_micros bigint DEFAULT 0 NOT NULL,
    spent_micros bigint DEFAULT 0 NOT NULL,
    lacking_micros bigint,
    lacking_own_micros bigint,
    steps_of integer,
    steps_waiting integer,
    CONSTRAINT dispatches_check CHECK (((messages_delivered + messages_failed) <= messages_total)),
    CONSTRAINT dispatches_check1 CHECK ((messages_sent <= messages_total)),
    CONSTRAINT dispatches_kind CHECK ((kind = ANY (ARRAY['PARTNER'::text, 'MESSAGING'::text, 'SEND'::text]))),
    CONSTRAINT dispatches_lifetime CHECK (((lifetime_seconds >= 30) AND (lifetime_seconds <= 86400))),
    CONSTRAINT dispatches_status_check CHECK ((status = ANY (ARRAY['CREATED'::text, 'STARTED'::text, 'STOPPED'::text, 'COMPLETED'::text])))
)
WITH (fillfactor='50');

ALTER TABLE ONLY public.dispatches FORCE ROW LEVEL SECURITY;

ALTER TABLE public.dispatches ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.dispatches_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.document_uploads (
    id uuid NOT NULL,
    started_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    abandoned boolean DEFAULT false NOT NULL,
    partner_id integer DEFAULT public.tenant_partner()
);

ALTER TABLE ONLY public.document_uploads FORCE ROW LEVEL SECURITY;

CREATE TABLE public.documents (
    id uuid NOT NULL,
    company_id integer NOT NULL,
    filename text NOT NULL,
    media_type text NOT NULL,
    size_bytes integer NOT NULL,
    sha256 bytea NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT documents_media_type_check CHECK ((media_type = ANY (ARRAY['application/pdf'::text, 'image/jpeg'::text, 'image/png'::text]))),
    CONSTRAINT documents_size_bytes_check CHECK ((size_bytes > 0))
);

ALTER TABLE ONLY public.documents FORCE ROW LEVEL SECURITY;

CREATE TABLE public.duty_alerts (
    id bigint NOT NULL,
    key text NOT NULL,
    rule text NOT NULL,
    subject text NOT NULL,
    severity text NOT NULL,
    facts jsonb NOT NULL,
    since timestamp with time zone NOT NULL,
    last_seen_at timestamp with time zone NOT NULL,
    notified_at timestamp with time zone,
    resolved_at timestamp with time zone,
    CONSTRAINT duty_alerts_severity CHECK ((severity = ANY (ARRAY['CRITICAL'::text, 'WARNING'::text])))
)
WITH (fillfactor='50');

ALTER TABLE public.duty_alerts ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.duty_alerts_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.duty_contacts (
    id integer NOT NULL,
    name text NOT NULL,
    kind text NOT NULL,
    address text NOT NULL,
    secret_sealed text,
    severities text[] NOT NULL,
    language text NOT NULL,
    enabled boolean DEFAULT true NOT NULL,
    created_at timestamp with time zone NOT NULL,
    last_sent_at timestamp with time zone,
    failing_since timestamp with time zone,
    last_error text,
    previous_sealed text,
    previous_ends_at timestamp with time zone,
    CONSTRAINT duty_contacts_kind CHECK ((kind = ANY (ARRAY['TELEGRAM'::text, 'EMAIL'::text, 'WEBHOOK'::text]))),
    CONSTRAINT duty_contacts_language CHECK ((language = ANY (ARRAY['en'::text, 'ru'::text]))),
    CONSTRAINT duty_contacts_secret CHECK (((kind = 'EMAIL'::text) = (secret_sealed IS NULL))),
    CONSTRAINT duty_contacts_severities CHECK ((severities <@ ARRAY['CRITICAL'::text, 'WARNING'::text]))
);

ALTER TABLE ONLY public.duty_contacts FORCE ROW LEVEL SECURITY;

ALTER TABLE public.duty_contacts ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.duty_contacts_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.duty_notices (
    id uuid NOT NULL,
    contact_id integer NOT NULL,
    content jsonb NOT NULL,
    created_at timestamp with time zone NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    next_try_at timestamp with time zone NOT NULL,
    claimed_until timestamp with time zone,
    ended_at timestamp with time zone,
    sent boolean DEFAULT false NOT NULL
);

ALTER TABLE ONLY public.duty_notices FORCE ROW LEVEL SECURITY;

CREATE TABLE public.duty_silences (
    id integer NOT NULL,
    pattern text NOT NULL,
    reason text NOT NULL,
    staff_id integer NOT NULL,
    created_at timestamp with time zone NOT NULL,
    until_at timestamp with time zone NOT NULL
);

ALTER TABLE public.duty_silences ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.duty_silences_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.duty_state (
    id smallint DEFAULT 1 NOT NULL,
    leader uuid,
    lease_until timestamp with time zone,
    inbox_oldest_id bigint,
    noticed_at timestamp with time zone,
    CONSTRAINT duty_state_single CHECK ((id = 1))
);

CREATE TABLE public.engine_counters (
    name text NOT NULL,
    value bigint DEFAULT 0 NOT NULL
);

CREATE TABLE public.engine_marks (
    single boolean DEFAULT true NOT NULL,
    database_id uuid DEFAULT gen_random_uuid() NOT NULL,
    epoch integer DEFAULT 1 NOT NULL,
    round bigint DEFAULT 0 NOT NULL,
    confirmed_at timestamp with time zone,
    confirmation text,
    CONSTRAINT engine_marks_confirmation_check CHECK ((confirmation = ANY (ARRAY['confirm'::text, 'stop'::text]))),
    CONSTRAINT engine_marks_single_check CHECK (single)
)
WITH (fillfactor='10');

CREATE TABLE public.erasures (
    id integer NOT NULL,
    destination bigint,
    requested_at timestamp with time zone NOT NULL,
    due_at timestamp with time zone NOT NULL,
    scan_day date,
    waiting_day date,
    pass_waiting bigint DEFAULT 0 NOT NULL,
    messages_erased bigint DEFAULT 0 NOT NULL,
    messages_waiting bigint DEFAULT 0 NOT NULL,
    finished_at timestamp with time zone,
    CONSTRAINT erasures_check CHECK (((destination IS NULL) = (finished_at IS NOT NULL)))
);

ALTER TABLE ONLY public.erasures FORCE ROW LEVEL SECURITY;

ALTER TABLE public.erasures ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.erasures_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.event_batches (
    company_id integer NOT NULL,
    first_number bigint NOT NULL,
    count integer NOT NULL,
    endpoint_id integer,
    wanted text[] NOT NULL,
    wanted_count integer NOT NULL,
    events text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    of_verifications boolean DEFAULT false NOT NULL
)
PARTITION BY RANGE (created_at);

ALTER TABLE ONLY public.event_batches FORCE ROW LEVEL SECURITY;

CREATE TABLE public.event_inbox (
    id bigint NOT NULL,
    company_id integer NOT NULL,
    endpoint_id integer,
    wanted text[] NOT NULL,
    count integer NOT NULL,
    wanted_count integer NOT NULL,
    events text NOT NULL,
    of_verifications boolean DEFAULT false NOT NULL,
    CONSTRAINT event_inbox_check CHECK (((wanted_count >= 0) AND (wanted_count <= count))),
    CONSTRAINT event_inbox_count_check CHECK ((count > 0))
)
WITH (autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='5000');

ALTER TABLE ONLY public.event_inbox FORCE ROW LEVEL SECURITY;

ALTER TABLE public.event_inbox ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.event_inbox_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.event_sequences (
    company_id integer NOT NULL,
    last_number bigint NOT NULL
)
WITH (fillfactor='50');

ALTER TABLE ONLY public.event_sequences FORCE ROW LEVEL SECURITY;

CREATE TABLE public.evidence_marks (
    only_row boolean DEFAULT true NOT NULL,
    outcomes_read_at timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    stream_epoch text,
    stream_last bigint DEFAULT 0 NOT NULL,
    outcomes_lost_at timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    CONSTRAINT evidence_marks_only_row_check CHECK (only_row)
);

CREATE TABLE public.exchange_rates (
    currency text NOT NULL,
    base text NOT NULL,
    rate numeric(18,9) NOT NULL,
    valid_from timestamp with time zone NOT NULL,
    CONSTRAINT exchange_rates_pair CHECK ((currency <> base)),
    CONSTRAINT exchange_rates_rate CHECK ((rate > (0)::numeric))
);

CREATE TABLE public.failed_sign_ins (
    id bigint NOT NULL,
    day date NOT NULL,
    door text NOT NULL,
    login text NOT NULL,
    address text NOT NULL,
    partner_id integer,
    user_id integer,
    staff_id integer,
    first_at timestamp with time zone NOT NULL,
    last_at timestamp with time zone NOT NULL,
    tries integer DEFAULT 1 NOT NULL
);

ALTER TABLE ONLY public.failed_sign_ins FORCE ROW LEVEL SECURITY;

ALTER TABLE public.failed_sign_ins ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.failed_sign_ins_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.feature_switches (
    id integer NOT NULL,
    name text NOT NULL,
    company_id integer,
    is_on boolean NOT NULL,
    changed_at timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.feature_switches FORCE ROW LEVEL SECURITY;

ALTER TABLE public.feature_switches ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.feature_switches_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.flashcall_conversions (
    message_uuid uuid NOT NULL,
    company_id integer NOT NULL,
    result text NOT NULL,
    code_matches boolean,
    reported_at timestamp with time zone NOT NULL,
    CONSTRAINT flashcall_conversions_result_check CHECK ((result = ANY (ARRAY['NUMBER_VERIFIED'::text, 'WRONG_CODE'::text])))
);

ALTER TABLE ONLY public.flashcall_conversions FORCE ROW LEVEL SECURITY;

CREATE TABLE public.idempotency_keys (
    partner_id integer NOT NULL,
    route text NOT NULL,
    key text NOT NULL,
    body_digest bytea NOT NULL,
    status smallint NOT NULL,
    reply text NOT NULL,
    created_at timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.idempotency_keys FORCE ROW LEVEL SECURITY;

CREATE TABLE public.inbound_messages (
    id uuid NOT NULL,
    company_id integer NOT NULL,
    link_id integer NOT NULL,
    provider_message_id text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    sent_at timestamp with time zone NOT NULL,
    channel_type text NOT NULL,
    traffic_center_id integer NOT NULL,
    sender_name text NOT NULL,
    destination bigint NOT NULL,
    text text,
    special_content jsonb
);

ALTER TABLE ONLY public.inbound_messages FORCE ROW LEVEL SECURITY;

CREATE TABLE public.inbound_rules (
    id integer NOT NULL,
    company_id integer NOT NULL,
    traffic_center_id integer NOT NULL,
    callback_endpoint_id integer,
    sender_names text[] DEFAULT '{}'::text[] NOT NULL,
    created_at timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.inbound_rules FORCE ROW LEVEL SECURITY;

ALTER TABLE public.inbound_rules ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.inbound_rules_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.inbound_windows (
    company_id integer NOT NULL,
    sender_name text NOT NULL,
    destination bigint NOT NULL,
    last_inbound_at timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.inbound_windows FORCE ROW LEVEL SECURITY;

CREATE TABLE public.instances (
    id uuid NOT NULL,
    roles text[] NOT NULL,
    started_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    lease_until timestamp with time zone NOT NULL
);

CREATE TABLE public.known_sign_ins (
    login text NOT NULL,
    address text NOT NULL,
    at timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.known_sign_ins FORCE ROW LEVEL SECURITY;

CREATE TABLE public.last_audits (
    single boolean DEFAULT true NOT NULL,
    ended_at timestamp with time zone NOT NULL,
    seconds double precision NOT NULL,
    findings integer NOT NULL,
    drift_micros bigint NOT NULL,
    CONSTRAINT last_audits_single_check CHECK (single)
);

CREATE TABLE public.leaderships (
    name text NOT NULL,
    owner uuid NOT NULL,
    lease_until timestamp with time zone NOT NULL
);

CREATE TABLE public.ledger (
    id bigint NOT NULL,
    company_id integer NOT NULL,
    month date NOT NULL,
    dispatch_id integer,
    kind text NOT NULL,
    messages integer NOT NULL,
    reserved_micros bigint NOT NULL,
    spent_micros bigint NOT NULL,
    budget_micros bigint,
    committed_micros bigint,
    created_at timestamp with time zone NOT NULL,
    packages_micros bigint DEFAULT 0 NOT NULL,
    reason text,
    person text,
    late_of date,
    message_id uuid,
    CONSTRAINT ledger_correction CHECK (((kind <> 'correct'::text) OR ((reason IS NOT NULL) AND (person IS NOT NULL)))),
    CONSTRAINT ledger_kind CHECK ((kind = ANY (ARRAY['reserve'::text, 'settle'::text, 'package'::text, 'correct'::text, 'turn'::text]))),
    CONSTRAINT ledger_spent CHECK (((spent_micros >= 0) OR (kind = 'correct'::text)))
);

ALTER TABLE ONLY public.ledger FORCE ROW LEVEL SECURITY;

ALTER TABLE public.ledger ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.ledger_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.link_clicks (
    at timestamp with time zone NOT NULL,
    code text NOT NULL COLLATE pg_catalog."C",
    company_id integer NOT NULL,
    address_hash bytea NOT NULL,
    agent_class text NOT NULL,
    verdict text NOT NULL,
    CONSTRAINT link_clicks_agent_class CHECK ((agent_class = ANY (ARRAY['mobile'::text, 'desktop'::text, 'robot'::text]))),
    CONSTRAINT link_clicks_verdict CHECK ((verdict = ANY (ARRAY['human'::text, 'robot'::text, 'prefetch'::text, 'early'::text, 'many'::text, 'repeat'::text])))
)
PARTITION BY RANGE (at);

ALTER TABLE ONLY public.link_clicks FORCE ROW LEVEL SECURITY;

CREATE TABLE public.link_resends (
    link_id integer NOT NULL,
    next_at timestamp with time zone NOT NULL
);

CREATE TABLE public.link_routes (
    id integer NOT NULL,
    link_id integer NOT NULL,
    brand smallint,
    country text,
    priority smallint NOT NULL,
    weight smallint NOT NULL,
    price_micros bigint,
    currency text,
    valid_from timestamp with time zone NOT NULL,
    category text,
    CONSTRAINT link_routes_destination CHECK (((brand IS NULL) OR (country IS NULL))),
    CONSTRAINT link_routes_price CHECK (((price_micros IS NULL) = (currency IS NULL))),
    CONSTRAINT link_routes_price_micros_check CHECK ((price_micros >= 0)),
    CONSTRAINT link_routes_priority_check CHECK (((priority >= 1) AND (priority <= 1000))),
    CONSTRAINT link_routes_weight_check CHECK (((weight >= 1) AND (weight <= 1000)))
);

ALTER TABLE public.link_routes ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.link_routes_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.malformed_pdus (
    id bigint NOT NULL,
    link_id integer NOT NULL,
    received_at timestamp with time zone NOT NULL,
    pdu bytea NOT NULL
);

ALTER TABLE ONLY public.malformed_pdus FORCE ROW LEVEL SECURITY;

ALTER TABLE public.malformed_pdus ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.malformed_pdus_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.margin_days (
    day date NOT NULL,
    company_id integer NOT NULL,
    link_id integer NOT NULL,
    channel_type text NOT NULL,
    currency text NOT NULL,
    messages bigint NOT NULL,
    revenue_micros bigint NOT NULL,
    costed bigint NOT NULL,
    cost_micros bigint NOT NULL
);

ALTER TABLE ONLY public.margin_days FORCE ROW LEVEL SECURITY;

CREATE TABLE public.mau_recipients (
    company_id integer NOT NULL,
    month date NOT NULL,
    brand smallint NOT NULL,
    destination bigint NOT NULL
);

ALTER TABLE ONLY public.mau_recipients FORCE ROW LEVEL SECURITY;

CREATE TABLE public.message_codes (
    message_id uuid NOT NULL,
    company_id integer NOT NULL,
    sealed text NOT NULL,
    expires_at timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.message_codes FORCE ROW LEVEL SECURITY;

CREATE TABLE public.message_errors (
    code integer NOT NULL,
    meaning text NOT NULL
);

CREATE TABLE public.messages (
    id uuid NOT NULL,
    company_id integer NOT NULL,
    dispatch_id integer NOT NULL,
    seq integer NOT NULL,
    sender_id integer NOT NULL,
    destination bigint NOT NULL,
    amount_micros bigint NOT NULL,
    price_micros bigint,
    created_at timestamp with time zone NOT NULL,
    sent_at timestamp with time zone,
    final_at timestamp with time zone,
    strand smallint NOT NULL,
    brand smallint NOT NULL,
    parts smallint NOT NULL,
    status smallint DEFAULT 0 NOT NULL,
    error_code smallint,
    text text,
    volume_before integer,
    due_micros bigint,
    package_micros bigint,
    account_id integer,
    external_message_id text,
    claimed_traffic_type text,
    tags text[],
    template_id integer,
    special_content jsonb,
    cascade jsonb,
    cascade_root uuid,
    cascade_step smallint,
    read_status smallint,
    read_at timestamp with time zone,
    country text,
    verification_id uuid,
    provider_code text,
    link_id integer,
    cost_micros bigint,
    cost_currency text
)
PARTITION BY RANGE (id);

ALTER TABLE ONLY public.messages FORCE ROW LEVEL SECURITY;

CREATE TABLE public.number_ranges (
    number_from bigint NOT NULL,
    number_to bigint NOT NULL,
    brand smallint NOT NULL,
    host_brand smallint NOT NULL,
    kind text NOT NULL,
    inn text NOT NULL,
    region text NOT NULL,
    timezone text NOT NULL,
    CONSTRAINT number_ranges_check CHECK ((number_to >= number_from))
);

CREATE TABLE public.operator_accounts (
    id integer NOT NULL,
    protocol text NOT NULL,
    channel_type text NOT NULL,
    address text NOT NULL,
    system_id text NOT NULL
);

ALTER TABLE ONLY public.operator_accounts FORCE ROW LEVEL SECURITY;

ALTER TABLE public.operator_accounts ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.operator_accounts_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.operator_links (
    id integer NOT NULL,
    name text NOT NULL,
    channel_type text DEFAULT 'SMS'::text NOT NULL,
    brands smallint[] NOT NULL,
    host text NOT NULL,
    port integer NOT NULL,
    system_id text NOT NULL,
    password_sealed text NOT NULL,
    system_type text DEFAULT ''::text NOT NULL,
    bind_mode text DEFAULT 'transceiver'::text NOT NULL,
    tls boolean DEFAULT false NOT NULL,
    rate_per_second integer,
    window_size integer DEFAULT 10 NOT NULL,
    id_form text DEFAULT 'as-is'::text NOT NULL,
    source_ton smallint DEFAULT 5 NOT NULL,
    source_npi smallint DEFAULT 0 NOT NULL,
    enabled boolean DEFAULT true NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    owner uuid,
    lease_until timestamp with time zone,
    bound boolean DEFAULT false NOT NULL,
    paused boolean DEFAULT false NOT NULL,
    protocol text DEFAULT 'SMPP'::text NOT NULL,
    url text,
    verify_token text,
    sender_names jsonb DEFAULT '{}'::jsonb NOT NULL,
    last_error text,
    last_bound_at timestamp with time zone,
    account_id integer,
    receipts_per_part text DEFAULT 'all'::text NOT NULL,
    down_since timestamp with time zone,
    settings jsonb DEFAULT '{}'::jsonb NOT NULL,
    degraded_since timestamp with time zone,
    degraded_because text,
    verify_token_sealed text,
    CONSTRAINT operator_links_bind_mode_check CHECK ((bind_mode = ANY (ARRAY['transceiver'::text, 'transmitter'::text]))),
    CONSTRAINT operator_links_protocol CHECK (((protocol = 'SMPP'::text) OR (url IS NOT NULL))),
    CONSTRAINT operator_links_rate_per_second_check CHECK ((rate_per_second > 0)),
    CONSTRAINT operator_links_receipts_per_part CHECK ((receipts_per_part = ANY (ARRAY['all'::text, 'one'::text]))),
    CONSTRAINT operator_links_window_size_check CHECK (((window_size >= 1) AND (window_size <= 500)))
);

ALTER TABLE ONLY public.operator_links FORCE ROW LEVEL SECURITY;

ALTER TABLE public.operator_links ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.operator_links_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.operator_refs (
    link_id integer NOT NULL,
    operator_message_id text NOT NULL,
    message_id uuid NOT NULL,
    part smallint NOT NULL,
    parts smallint NOT NULL,
    state smallint DEFAULT 0 NOT NULL,
    created_at timestamp with time zone NOT NULL
)
PARTITION BY RANGE (created_at);

ALTER TABLE ONLY public.operator_refs FORCE ROW LEVEL SECURITY;

COMMENT ON COLUMN public.operator_refs.link_id IS 'operator_accounts.id';

CREATE TABLE public.package_reserves (
    company_id integer NOT NULL,
    brand smallint NOT NULL,
    month date NOT NULL,
    tariff_id integer NOT NULL,
    waiting integer DEFAULT 0 NOT NULL,
    reserved_micros bigint DEFAULT 0 NOT NULL,
    CONSTRAINT package_reserves_reserved_micros_check CHECK ((reserved_micros >= 0)),
    CONSTRAINT package_reserves_waiting_check CHECK ((waiting >= 0))
)
WITH (fillfactor='50');

ALTER TABLE ONLY public.package_reserves FORCE ROW LEVEL SECURITY;

CREATE TABLE public.partner_actions (
    id bigint NOT NULL,
    partner_id integer NOT NULL,
    at timestamp with time zone NOT NULL,
    user_id integer,
    login text NOT NULL,
    action text NOT NULL,
    subject_kind text NOT NULL,
    subject_id text NOT NULL,
    details jsonb DEFAULT '{}'::jsonb NOT NULL,
    reason text,
    address text NOT NULL,
    request_id uuid NOT NULL
);

ALTER TABLE ONLY public.partner_actions FORCE ROW LEVEL SECURITY;

ALTER TABLE public.partner_actions ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.partner_actions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.partner_tokens (
    public_id text NOT NULL,
    partner_id integer NOT NULL,
    digest bytea NOT NULL,
    token_version integer NOT NULL,
    expires_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.partner_tokens FORCE ROW LEVEL SECURITY;

CREATE TABLE public.partner_users (
    id integer NOT NULL,
    partner_id integer NOT NULL,
    login text NOT NULL,
    name text NOT NULL,
    password_hash text NOT NULL,
    role text NOT NULL,
    status text DEFAULT 'ACTIVE'::text NOT NULL,
    token_version integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    last_seen_at timestamp with time zone,
    CONSTRAINT partner_users_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'developer'::text, 'sender'::text, 'finance'::text, 'reader'::text]))),
    CONSTRAINT partner_users_status_check CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'DISABLED'::text])))
);

ALTER TABLE ONLY public.partner_users FORCE ROW LEVEL SECURITY;

ALTER TABLE public.partner_users ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.partner_users_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.partners (
    id integer NOT NULL,
    login text NOT NULL,
    password_hash text NOT NULL,
    token_version integer DEFAULT 1 NOT NULL,
    currency text DEFAULT 'RUB'::text NOT NULL,
    status text DEFAULT 'ACTIVE'::text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    price_list_id integer DEFAULT 1 NOT NULL,
    allowed_countries text[],
    CONSTRAINT partners_status_check CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'DISABLED'::text])))
);

ALTER TABLE ONLY public.partners FORCE ROW LEVEL SECURITY;

ALTER TABLE public.partners ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.partners_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.ported_numbers (
    destination bigint NOT NULL,
    brand smallint NOT NULL
);

CREATE TABLE public.price_lists (
    id integer NOT NULL,
    name text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);

ALTER TABLE public.price_lists ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.price_lists_id_seq
    START WITH 2
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.push_devices (
    address_book_id integer NOT NULL,
    company_id integer NOT NULL,
    destination bigint NOT NULL,
    recency bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    provider smallint NOT NULL,
    status smallint NOT NULL,
    token_digest bytea NOT NULL,
    subscriber_id text NOT NULL COLLATE pg_catalog."C",
    tags text[],
    CONSTRAINT push_devices_provider_check CHECK (((provider >= 1) AND (provider <= 5))),
    CONSTRAINT push_devices_status_check CHECK ((status = ANY (ARRAY[1, 3])))
);

ALTER TABLE ONLY public.push_devices FORCE ROW LEVEL SECURITY;

CREATE SEQUENCE public.push_device_recency
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.push_device_recency OWNED BY public.push_devices.recency;

CREATE TABLE public.receipts (
    id bigint NOT NULL,
    link_id integer NOT NULL,
    operator_message_id text NOT NULL,
    state smallint NOT NULL,
    error_code smallint,
    destination bigint,
    reference integer,
    received_at timestamp with time zone NOT NULL,
    due_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    tries smallint DEFAULT 0 NOT NULL,
    provider_code text,
    said_cost jsonb
);

ALTER TABLE ONLY public.receipts FORCE ROW LEVEL SECURITY;

COMMENT ON COLUMN public.receipts.link_id IS 'operator_accounts.id';

ALTER TABLE public.receipts ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.receipts_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.reference_loads (
    name text NOT NULL,
    digest text NOT NULL,
    loaded_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.rejected_recipients (
    dispatch_id integer NOT NULL,
    place integer NOT NULL,
    index integer NOT NULL,
    destination text NOT NULL,
    digits bigint,
    error_code smallint NOT NULL,
    msg text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT rejected_recipients_destination_check CHECK ((length(destination) <= 64)),
    CONSTRAINT rejected_recipients_msg_check CHECK ((length(msg) <= 200)),
    CONSTRAINT rejected_recipients_place_check CHECK ((place > 0))
);

ALTER TABLE ONLY public.rejected_recipients FORCE ROW LEVEL SECURITY;

CREATE TABLE public.request_log (
    at timestamp with time zone NOT NULL,
    request_id uuid NOT NULL,
    partner_id integer NOT NULL,
    company_id integer,
    key_id text,
    method text NOT NULL,
    route text NOT NULL,
    status smallint NOT NULL,
    error_code integer,
    ms integer NOT NULL,
    address text NOT NULL,
    warnings text,
    CONSTRAINT request_log_warnings_check CHECK ((length(warnings) <= 1000))
)
PARTITION BY RANGE (at);

ALTER TABLE ONLY public.request_log FORCE ROW LEVEL SECURITY;

CREATE TABLE public.sandbox_clock (
    only_row boolean DEFAULT true NOT NULL,
    offset_seconds bigint DEFAULT 0 NOT NULL,
    CONSTRAINT sandbox_clock_only_row_check CHECK (only_row)
);

CREATE TABLE public.sender_accounts (
    sender_id integer NOT NULL,
    company_id integer NOT NULL,
    link_id integer NOT NULL,
    settings jsonb NOT NULL,
    secrets_sealed text NOT NULL,
    paused_until timestamp with time zone,
    problem text,
    problem_at timestamp with time zone,
    version integer NOT NULL,
    changed_at timestamp with time zone NOT NULL,
    events_checked_at timestamp with time zone,
    events_problem text,
    templates_checked_at timestamp with time zone,
    templates_problem text
);

ALTER TABLE ONLY public.sender_accounts FORCE ROW LEVEL SECURITY;

ALTER TABLE public.sender_accounts ALTER COLUMN version ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.sender_accounts_version_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.sender_fee_charges (
    sender_id integer NOT NULL,
    company_id integer NOT NULL,
    month date NOT NULL,
    value_micros bigint NOT NULL,
    currency text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT sender_fee_charges_value_micros_check CHECK ((value_micros >= 0))
);

ALTER TABLE ONLY public.sender_fee_charges FORCE ROW LEVEL SECURITY;

CREATE TABLE public.sender_fees (
    brand text NOT NULL,
    value_micros bigint NOT NULL,
    currency text NOT NULL,
    price_list_id integer DEFAULT 1 NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    effective_from timestamp with time zone DEFAULT '1970-01-01 00:00:00+00'::timestamp with time zone NOT NULL,
    CONSTRAINT sender_fees_value_micros_check CHECK ((value_micros >= 0))
);

CREATE TABLE public.sender_moves (
    id bigint NOT NULL,
    sender_id integer NOT NULL,
    company_id integer NOT NULL,
    at timestamp with time zone NOT NULL,
    status text NOT NULL,
    suspended boolean NOT NULL,
    comment text
);

ALTER TABLE ONLY public.sender_moves FORCE ROW LEVEL SECURITY;

ALTER TABLE public.sender_moves ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.sender_moves_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.senders (
    id integer NOT NULL,
    company_id integer NOT NULL,
    sender_name text NOT NULL,
    channel_type text NOT NULL,
    common_type text NOT NULL,
    brand text NOT NULL,
    country_id integer DEFAULT 1 NOT NULL,
    date_from timestamp with time zone NOT NULL,
    date_to timestamp with time zone,
    status text DEFAULT 'DRAFT'::text NOT NULL,
    suspended boolean DEFAULT false NOT NULL,
    suspend_reason text,
    fee_micros bigint,
    manager_comment text,
    rejected_at timestamp with time zone,
    description text,
    document_ids uuid[] DEFAULT '{}'::uuid[] NOT NULL,
    created_at timestamp with time zone NOT NULL,
    fee_currency text,
    fee_due_month date,
    ended_at timestamp with time zone,
    registered boolean DEFAULT true NOT NULL
);

ALTER TABLE ONLY public.senders FORCE ROW LEVEL SECURITY;

ALTER TABLE public.senders ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.senders_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.sessions (
    id bigint NOT NULL,
    digest bytea NOT NULL,
    partner_id integer,
    user_id integer,
    staff_id integer,
    token_version integer NOT NULL,
    address text NOT NULL,
    device text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    last_seen_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT sessions_check CHECK (((partner_id IS NULL) <> (staff_id IS NULL))),
    CONSTRAINT sessions_check1 CHECK (((user_id IS NULL) OR (partner_id IS NOT NULL)))
);

ALTER TABLE ONLY public.sessions FORCE ROW LEVEL SECURITY;

ALTER TABLE public.sessions ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.sessions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.shared_name_days (
    company_id integer NOT NULL,
    day date NOT NULL,
    count integer DEFAULT 0 NOT NULL
);

ALTER TABLE ONLY public.shared_name_days FORCE ROW LEVEL SECURITY;

CREATE TABLE public.short_links (
    code text NOT NULL COLLATE pg_catalog."C",
    company_id integer NOT NULL,
    message_id uuid NOT NULL,
    url text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    is_off boolean DEFAULT false NOT NULL
);

ALTER TABLE ONLY public.short_links FORCE ROW LEVEL SECURITY;

CREATE TABLE public.sign_in_links (
    digest bytea NOT NULL,
    partner_id integer,
    user_id integer,
    staff_id integer,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT sign_in_links_check CHECK (((partner_id IS NULL) <> (staff_id IS NULL)))
);

ALTER TABLE ONLY public.sign_in_links FORCE ROW LEVEL SECURITY;

CREATE TABLE public.spend_alarms (
    company_id integer NOT NULL,
    country text NOT NULL,
    day date NOT NULL,
    raised_at timestamp with time zone NOT NULL,
    spent_micros bigint NOT NULL,
    threshold_micros bigint NOT NULL
);

ALTER TABLE ONLY public.spend_alarms FORCE ROW LEVEL SECURITY;

CREATE TABLE public.staff (
    id integer NOT NULL,
    login text NOT NULL,
    password_hash text NOT NULL,
    roles text[] NOT NULL,
    status text DEFAULT 'ACTIVE'::text NOT NULL,
    token_version integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT staff_roles_check CHECK ((roles <@ ARRAY['admin'::text, 'moderator'::text, 'accountant'::text, 'support'::text, 'sre'::text])),
    CONSTRAINT staff_status_check CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'DISABLED'::text])))
);

ALTER TABLE ONLY public.staff FORCE ROW LEVEL SECURITY;

CREATE TABLE public.staff_actions (
    id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    staff_id integer,
    action text NOT NULL,
    subject_kind text NOT NULL,
    subject_id text NOT NULL,
    details jsonb DEFAULT '{}'::jsonb NOT NULL,
    request_id uuid NOT NULL,
    is_read boolean DEFAULT false NOT NULL
);

ALTER TABLE ONLY public.staff_actions FORCE ROW LEVEL SECURITY;

ALTER TABLE public.staff_actions ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.staff_actions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE public.staff ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.staff_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.staff_tokens (
    public_id text NOT NULL,
    staff_id integer NOT NULL,
    digest bytea NOT NULL,
    token_version integer NOT NULL,
    expires_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.staff_tokens FORCE ROW LEVEL SECURITY;

CREATE TABLE public.strands (
    dispatch_id integer NOT NULL,
    strand smallint NOT NULL,
    company_id integer NOT NULL,
    sender_id integer NOT NULL,
    route smallint NOT NULL,
    channel_type text NOT NULL,
    traffic_type text NOT NULL,
    lane smallint NOT NULL,
    timezone text NOT NULL,
    messages integer DEFAULT 0 NOT NULL,
    last_seq integer DEFAULT 0 NOT NULL,
    cursor_seq integer DEFAULT 0 NOT NULL,
    runnable boolean DEFAULT false NOT NULL,
    next_at timestamp with time zone,
    eligible_at timestamp with time zone,
    held_since timestamp with time zone,
    tariff_id integer,
    parts integer DEFAULT 0 NOT NULL,
    amount_micros bigint DEFAULT 0 NOT NULL,
    part_micros bigint,
    handed_over integer DEFAULT 0 NOT NULL,
    start_at timestamp with time zone,
    give_up_at timestamp with time zone,
    month date,
    waiting_for text,
    country text,
    margin_since timestamp with time zone,
    CONSTRAINT strands_waiting_for_check CHECK ((waiting_for = ANY (ARRAY['budget'::text, 'money'::text])))
)
WITH (fillfactor='50');

ALTER TABLE ONLY public.strands FORCE ROW LEVEL SECURITY;

CREATE TABLE public.subscriber_invites (
    address_book_id integer NOT NULL,
    company_id integer NOT NULL,
    destination bigint NOT NULL,
    token_digest bytea NOT NULL,
    expires_at timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.subscriber_invites FORCE ROW LEVEL SECURITY;

CREATE TABLE public.subscribers (
    address_book_id integer NOT NULL,
    company_id integer NOT NULL,
    destination bigint,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    status smallint NOT NULL,
    source smallint NOT NULL,
    subscriber_id text NOT NULL COLLATE pg_catalog."C",
    tags text[],
    CONSTRAINT subscribers_source_check CHECK (((source >= 1) AND (source <= 2))),
    CONSTRAINT subscribers_status_check CHECK (((status >= 1) AND (status <= 3)))
);

ALTER TABLE ONLY public.subscribers FORCE ROW LEVEL SECURITY;

CREATE TABLE public.tariff_prices (
    tariff_id integer NOT NULL,
    count_from bigint NOT NULL,
    price_micros bigint NOT NULL,
    price_mau_batch_micros bigint,
    CONSTRAINT tariff_prices_count_from_check CHECK ((count_from >= 0)),
    CONSTRAINT tariff_prices_price_mau_batch_micros_check CHECK ((price_mau_batch_micros >= 0)),
    CONSTRAINT tariff_prices_price_micros_check CHECK ((price_micros >= 0))
);

CREATE TABLE public.tariffs (
    id integer NOT NULL,
    sender_type text NOT NULL,
    brand text,
    traffic_type text,
    pricing_model text NOT NULL,
    currency text NOT NULL,
    price_list_id integer DEFAULT 1 NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    effective_from timestamp with time zone DEFAULT '1970-01-01 00:00:00+00'::timestamp with time zone NOT NULL,
    country_code text,
    CONSTRAINT tariffs_pricing_model_check CHECK ((pricing_model = ANY (ARRAY['FIXED'::text, 'SCALED'::text, 'MAU'::text]))),
    CONSTRAINT tariffs_sender_type_check CHECK ((sender_type = ANY (ARRAY['COMMON'::text, 'START'::text, 'PRO'::text]))),
    CONSTRAINT tariffs_traffic_type_check CHECK ((traffic_type = ANY (ARRAY['PROMO'::text, 'SERVICE'::text, 'TRANSACT'::text, 'AUTHORIZE'::text])))
);

ALTER TABLE public.tariffs ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tariffs_id_seq
    START WITH 1001
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.templates (
    id integer NOT NULL,
    company_id integer NOT NULL,
    sender_id integer NOT NULL,
    channel_type text NOT NULL,
    template_type text NOT NULL,
    pattern text NOT NULL,
    content jsonb,
    country_id integer,
    date_from timestamp with time zone NOT NULL,
    date_to timestamp with time zone,
    status text DEFAULT 'INTERNAL_REVIEW'::text NOT NULL,
    manager_comment text,
    rejected_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    provider_status text,
    provider_problem text,
    provider_checked_at timestamp with time zone,
    CONSTRAINT templates_template_type_check CHECK ((template_type = ANY (ARRAY['SERVICE'::text, 'TRANSACT'::text, 'AUTHORIZE'::text])))
);

ALTER TABLE ONLY public.templates FORCE ROW LEVEL SECURITY;

ALTER TABLE public.templates ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.templates_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.text_removals (
    dispatch_id integer NOT NULL,
    up_to_seq integer DEFAULT 0 NOT NULL,
    done_at timestamp with time zone
);

CREATE TABLE public.traffic_centers (
    id integer NOT NULL,
    company_id integer NOT NULL,
    name text NOT NULL,
    is_default boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.traffic_centers FORCE ROW LEVEL SECURITY;

ALTER TABLE public.traffic_centers ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.traffic_centers_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.unproven_sends (
    message_id uuid NOT NULL,
    missing smallint NOT NULL,
    made_at timestamp with time zone NOT NULL
);

CREATE TABLE public.verification_conversions (
    profile_id text NOT NULL,
    day date NOT NULL,
    channel_type text NOT NULL,
    operator text NOT NULL,
    company_id integer NOT NULL,
    sent integer NOT NULL,
    delivered integer NOT NULL,
    entered integer NOT NULL,
    expired integer NOT NULL,
    cost_micros bigint NOT NULL
);

ALTER TABLE ONLY public.verification_conversions FORCE ROW LEVEL SECURITY;

CREATE TABLE public.verification_days (
    subject text NOT NULL,
    day date NOT NULL,
    company_id integer NOT NULL,
    sends integer NOT NULL,
    spent_micros bigint NOT NULL,
    stopped_at timestamp with time zone,
    allowed_micros bigint DEFAULT 0 NOT NULL,
    reserved_at timestamp with time zone
);

ALTER TABLE ONLY public.verification_days FORCE ROW LEVEL SECURITY;

CREATE TABLE public.verification_facts (
    id bigint NOT NULL,
    company_id integer NOT NULL,
    message_uuid uuid NOT NULL,
    kind text NOT NULL,
    CONSTRAINT verification_facts_kind_check CHECK ((kind = ANY (ARRAY['sent'::text, 'entered'::text, 'expired'::text])))
);

ALTER TABLE ONLY public.verification_facts FORCE ROW LEVEL SECURITY;

ALTER TABLE public.verification_facts ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.verification_facts_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.verification_known_numbers (
    company_id integer NOT NULL,
    number_mac text NOT NULL,
    confirmed_at timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.verification_known_numbers FORCE ROW LEVEL SECURITY;

CREATE TABLE public.verification_messages (
    verification_id uuid NOT NULL,
    "position" smallint NOT NULL,
    company_id integer NOT NULL,
    message_uuid uuid NOT NULL,
    channel_type text NOT NULL,
    code_mac text NOT NULL,
    code_length smallint NOT NULL,
    created_at timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.verification_messages FORCE ROW LEVEL SECURITY;

CREATE TABLE public.verification_plans (
    verification_id uuid NOT NULL,
    company_id integer NOT NULL,
    profile_id text NOT NULL,
    number_mac text NOT NULL,
    message_id uuid NOT NULL,
    "position" smallint NOT NULL,
    channels text[] NOT NULL,
    due_at timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.verification_plans FORCE ROW LEVEL SECURITY;

CREATE TABLE public.verification_prefixes (
    profile_id text NOT NULL,
    prefix text NOT NULL,
    day date NOT NULL,
    company_id integer NOT NULL,
    sent integer NOT NULL,
    entered integer DEFAULT 0 NOT NULL,
    stopped_at timestamp with time zone,
    suspected_at timestamp with time zone,
    sent_before integer DEFAULT 0 NOT NULL,
    entered_before integer DEFAULT 0 NOT NULL
);

ALTER TABLE ONLY public.verification_prefixes FORCE ROW LEVEL SECURITY;

CREATE TABLE public.verification_profiles (
    id text NOT NULL,
    company_id integer NOT NULL,
    name text NOT NULL,
    status text DEFAULT 'ACTIVE'::text NOT NULL,
    code_length smallint NOT NULL,
    lifetime_seconds integer NOT NULL,
    checks_max smallint NOT NULL,
    resend_pause_seconds integer NOT NULL,
    sends_per_number smallint NOT NULL,
    sends_per_address smallint NOT NULL,
    sends_per_prefix smallint NOT NULL,
    countries text[] NOT NULL,
    day_micros_max bigint NOT NULL,
    entered_share_min smallint NOT NULL,
    entered_share_after smallint NOT NULL,
    channels jsonb NOT NULL,
    created_at timestamp with time zone NOT NULL,
    fallback text DEFAULT 'NONE'::text NOT NULL,
    callback_endpoint_id integer,
    callback_url text,
    language text,
    bind_to_site boolean DEFAULT false NOT NULL,
    CONSTRAINT verification_profiles_checks_max_check CHECK (((checks_max >= 1) AND (checks_max <= 10))),
    CONSTRAINT verification_profiles_code_length_check CHECK (((code_length >= 4) AND (code_length <= 8))),
    CONSTRAINT verification_profiles_day_micros_max_check CHECK ((day_micros_max > 0)),
    CONSTRAINT verification_profiles_entered_share_after_check CHECK ((entered_share_after > 0)),
    CONSTRAINT verification_profiles_entered_share_min_check CHECK (((entered_share_min >= 0) AND (entered_share_min <= 100))),
    CONSTRAINT verification_profiles_lifetime_seconds_check CHECK (((lifetime_seconds >= 60) AND (lifetime_seconds <= 3600))),
    CONSTRAINT verification_profiles_status_check CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'DISABLED'::text])))
);

ALTER TABLE ONLY public.verification_profiles FORCE ROW LEVEL SECURITY;

CREATE TABLE public.verification_rates (
    profile_id text NOT NULL,
    kind text NOT NULL,
    subject text NOT NULL,
    company_id integer NOT NULL,
    times timestamp with time zone[] NOT NULL,
    kept_until timestamp with time zone NOT NULL,
    CONSTRAINT verification_rates_kind_check CHECK ((kind = ANY (ARRAY['number'::text, 'address'::text, 'prefix'::text, 'challenge'::text])))
);

ALTER TABLE ONLY public.verification_rates FORCE ROW LEVEL SECURITY;

CREATE TABLE public.verification_scores (
    profile_id text NOT NULL,
    operator text NOT NULL,
    channel_type text NOT NULL,
    company_id integer NOT NULL,
    sent double precision NOT NULL,
    entered double precision NOT NULL,
    cost_micros double precision NOT NULL,
    counted_at timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.verification_scores FORCE ROW LEVEL SECURITY;

CREATE TABLE public.verification_unconfirmed (
    profile_id text NOT NULL,
    subject text NOT NULL,
    company_id integer NOT NULL,
    codes double precision NOT NULL,
    counted_at timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.verification_unconfirmed FORCE ROW LEVEL SECURITY;

CREATE TABLE public.verification_widgets (
    id text NOT NULL,
    company_id integer NOT NULL,
    profile_id text NOT NULL,
    name text NOT NULL,
    status text DEFAULT 'ACTIVE'::text NOT NULL,
    kind text NOT NULL,
    domains text[] NOT NULL,
    captcha_type text NOT NULL,
    site_key text NOT NULL,
    secret_sealed text NOT NULL,
    texts jsonb NOT NULL,
    colours jsonb NOT NULL,
    key_id text,
    day_micros_max bigint,
    created_at timestamp with time zone NOT NULL,
    pow_fallback boolean DEFAULT false NOT NULL,
    CONSTRAINT verification_widgets_check CHECK (((kind = 'OWN_SITE'::text) OR (key_id IS NOT NULL))),
    CONSTRAINT verification_widgets_day_micros_max_check CHECK ((day_micros_max > 0)),
    CONSTRAINT verification_widgets_kind_check CHECK ((kind = ANY (ARRAY['OWN_SITE'::text, 'BUILDER'::text]))),
    CONSTRAINT verification_widgets_status_check CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'DISABLED'::text])))
);

ALTER TABLE ONLY public.verification_widgets FORCE ROW LEVEL SECURITY;

CREATE TABLE public.verification_wrongs (
    company_id integer NOT NULL,
    number_mac text NOT NULL,
    day date NOT NULL,
    wrong integer NOT NULL
);

ALTER TABLE ONLY public.verification_wrongs FORCE ROW LEVEL SECURITY;

CREATE TABLE public.verifications (
    id uuid NOT NULL,
    company_id integer NOT NULL,
    profile_id text NOT NULL,
    message_uuid uuid NOT NULL,
    prefix text NOT NULL,
    day date NOT NULL,
    code_mac text NOT NULL,
    checks smallint DEFAULT 0 NOT NULL,
    checks_max smallint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    confirmed_at timestamp with time zone,
    number_mac text,
    code_length smallint,
    language text,
    site_host text,
    widget_id text,
    cancelled_at timestamp with time zone,
    expired_at timestamp with time zone
);

ALTER TABLE ONLY public.verifications FORCE ROW LEVEL SECURITY;

CREATE TABLE public.volume_counters (
    company_id integer NOT NULL,
    brand smallint NOT NULL,
    month date NOT NULL,
    model text NOT NULL,
    count integer DEFAULT 0 NOT NULL,
    CONSTRAINT volume_counters_count_check CHECK ((count >= 0)),
    CONSTRAINT volume_counters_model_check CHECK ((model = ANY (ARRAY['SCALED'::text, 'MAU'::text])))
)
WITH (fillfactor='50');

ALTER TABLE ONLY public.volume_counters FORCE ROW LEVEL SECURITY;

CREATE TABLE public.wallet_entries (
    id bigint NOT NULL,
    company_id integer NOT NULL,
    currency text NOT NULL,
    kind text NOT NULL,
    balance_micros bigint NOT NULL,
    reserved_micros bigint DEFAULT 0 NOT NULL,
    dispatch_id integer,
    reason text,
    person text,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT wallet_entries_check CHECK (((kind = ANY (ARRAY['reserve'::text, 'settle'::text])) OR ((reason IS NOT NULL) AND (person IS NOT NULL)))),
    CONSTRAINT wallet_entries_kind_check CHECK ((kind = ANY (ARRAY['top-up'::text, 'correct'::text, 'reserve'::text, 'settle'::text])))
);

ALTER TABLE ONLY public.wallet_entries FORCE ROW LEVEL SECURITY;

ALTER TABLE public.wallet_entries ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.wallet_entries_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.wallets (
    company_id integer NOT NULL,
    currency text NOT NULL,
    balance_micros bigint DEFAULT 0 NOT NULL,
    reserved_micros bigint DEFAULT 0 NOT NULL,
    CONSTRAINT wallets_balance_micros_check CHECK ((balance_micros >= 0)),
    CONSTRAINT wallets_reserved_micros_check CHECK ((reserved_micros >= 0))
);

ALTER TABLE ONLY public.wallets FORCE ROW LEVEL SECURITY;

CREATE TABLE public.widget_errors (
    widget_id text NOT NULL,
    day date NOT NULL,
    code smallint NOT NULL,
    company_id integer NOT NULL,
    count integer NOT NULL,
    streak integer NOT NULL,
    last_at timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.widget_errors FORCE ROW LEVEL SECURITY;

CREATE TABLE public.widget_sessions (
    key_digest bytea NOT NULL,
    company_id integer NOT NULL,
    widget_id text NOT NULL,
    channel_type text NOT NULL,
    destination text,
    verification_id uuid,
    error_code smallint,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    site_host text,
    shown_error smallint,
    counted text[]
);

ALTER TABLE ONLY public.widget_sessions FORCE ROW LEVEL SECURITY;

CREATE TABLE public.widget_tokens (
    subject text NOT NULL,
    company_id integer NOT NULL,
    uses smallint NOT NULL,
    kept_until timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.widget_tokens FORCE ROW LEVEL SECURITY;

ALTER TABLE ONLY public.callback_attempts ALTER COLUMN id SET DEFAULT nextval('public.callback_attempt_ids'::regclass);

ALTER TABLE ONLY public.push_devices ALTER COLUMN recency SET DEFAULT nextval('public.push_device_recency'::regclass);

ALTER TABLE ONLY public.address_books
    ADD CONSTRAINT address_books_company_id_channel_type_sender_name_key UNIQUE (company_id, channel_type, sender_name);

ALTER TABLE ONLY public.address_books
    ADD CONSTRAINT address_books_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_pkey PRIMARY KEY (key_id);

ALTER TABLE ONLY public.batches
    ADD CONSTRAINT batches_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.blacklist
    ADD CONSTRAINT blacklist_pkey PRIMARY KEY (company_id, destination);

ALTER TABLE ONLY public.blocked_numbers
    ADD CONSTRAINT blocked_numbers_pkey PRIMARY KEY (destination);

ALTER TABLE ONLY public.blocked_sender_names
    ADD CONSTRAINT blocked_sender_names_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.callback_batches
    ADD CONSTRAINT callback_batches_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.callback_endpoints
    ADD CONSTRAINT callback_endpoints_company_id_identity_digest_key UNIQUE (company_id, identity_digest);

ALTER TABLE ONLY public.callback_endpoints
    ADD CONSTRAINT callback_endpoints_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.callback_ranges
    ADD CONSTRAINT callback_ranges_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.callback_replays
    ADD CONSTRAINT callback_replays_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.callback_secrets
    ADD CONSTRAINT callback_secrets_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.captcha_health
    ADD CONSTRAINT captcha_health_pkey PRIMARY KEY (captcha_type);

ALTER TABLE ONLY public.cascade_due
    ADD CONSTRAINT cascade_due_pkey PRIMARY KEY (message_id);

ALTER TABLE ONLY public.code_outcomes
    ADD CONSTRAINT code_outcomes_pkey PRIMARY KEY (message_id);

ALTER TABLE ONLY public.companies
    ADD CONSTRAINT companies_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.company_months
    ADD CONSTRAINT company_months_pkey PRIMARY KEY (company_id, month);

ALTER TABLE ONLY public.countries
    ADD CONSTRAINT countries_code_key UNIQUE (code);

ALTER TABLE ONLY public.countries
    ADD CONSTRAINT countries_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.dispatch_rates
    ADD CONSTRAINT dispatch_rates_pkey PRIMARY KEY (dispatch_id);

ALTER TABLE ONLY public.dispatch_refusals
    ADD CONSTRAINT dispatch_refusals_pkey PRIMARY KEY (dispatch_id, source, error_code);

ALTER TABLE ONLY public.dispatches
    ADD CONSTRAINT dispatches_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.document_uploads
    ADD CONSTRAINT document_uploads_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.documents
    ADD CONSTRAINT documents_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.duty_alerts
    ADD CONSTRAINT duty_alerts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.duty_contacts
    ADD CONSTRAINT duty_contacts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.duty_notices
    ADD CONSTRAINT duty_notices_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.duty_silences
    ADD CONSTRAINT duty_silences_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.duty_state
    ADD CONSTRAINT duty_state_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.engine_counters
    ADD CONSTRAINT engine_counters_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.engine_marks
    ADD CONSTRAINT engine_marks_pkey PRIMARY KEY (single);

ALTER TABLE ONLY public.erasures
    ADD CONSTRAINT erasures_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.event_batches
    ADD CONSTRAINT event_batches_pkey PRIMARY KEY (company_id, first_number, created_at);

ALTER TABLE ONLY public.event_inbox
    ADD CONSTRAINT event_inbox_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.event_sequences
    ADD CONSTRAINT event_sequences_pkey PRIMARY KEY (company_id);

ALTER TABLE ONLY public.evidence_marks
    ADD CONSTRAINT evidence_marks_pkey PRIMARY KEY (only_row);

ALTER TABLE ONLY public.exchange_rates
    ADD CONSTRAINT exchange_rates_pkey PRIMARY KEY (currency, base, valid_from);

ALTER TABLE ONLY public.failed_sign_ins
    ADD CONSTRAINT failed_sign_ins_day_door_login_address_key UNIQUE (day, door, login, address);

ALTER TABLE ONLY public.failed_sign_ins
    ADD CONSTRAINT failed_sign_ins_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.feature_switches
    ADD CONSTRAINT feature_switches_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.flashcall_conversions
    ADD CONSTRAINT flashcall_conversions_pkey PRIMARY KEY (message_uuid);

ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT idempotency_keys_pkey PRIMARY KEY (partner_id, route, key);

ALTER TABLE ONLY public.inbound_messages
    ADD CONSTRAINT inbound_messages_link_id_provider_message_id_key UNIQUE (link_id, provider_message_id);

ALTER TABLE ONLY public.inbound_messages
    ADD CONSTRAINT inbound_messages_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.inbound_rules
    ADD CONSTRAINT inbound_rules_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.inbound_windows
    ADD CONSTRAINT inbound_windows_pkey PRIMARY KEY (company_id, sender_name, destination);

ALTER TABLE ONLY public.instances
    ADD CONSTRAINT instances_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.known_sign_ins
    ADD CONSTRAINT known_sign_ins_pkey PRIMARY KEY (login, address);

ALTER TABLE ONLY public.last_audits
    ADD CONSTRAINT last_audits_pkey PRIMARY KEY (single);

ALTER TABLE ONLY public.leaderships
    ADD CONSTRAINT leaderships_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.ledger
    ADD CONSTRAINT ledger_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.link_resends
    ADD CONSTRAINT link_resends_pkey PRIMARY KEY (link_id);

ALTER TABLE ONLY public.link_routes
    ADD CONSTRAINT link_routes_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.link_routes
    ADD CONSTRAINT link_routes_place UNIQUE NULLS NOT DISTINCT (link_id, brand, country, category, valid_from);

ALTER TABLE ONLY public.malformed_pdus
    ADD CONSTRAINT malformed_pdus_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.margin_days
    ADD CONSTRAINT margin_days_pkey PRIMARY KEY (day, company_id, link_id, channel_type, currency);

ALTER TABLE ONLY public.mau_recipients
    ADD CONSTRAINT mau_recipients_pkey PRIMARY KEY (company_id, month, brand, destination);

ALTER TABLE ONLY public.message_codes
    ADD CONSTRAINT message_codes_pkey PRIMARY KEY (message_id);

ALTER TABLE ONLY public.message_errors
    ADD CONSTRAINT message_errors_pkey PRIMARY KEY (code);

ALTER TABLE ONLY public.messages
    ADD CONSTRAINT messages_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.number_ranges
    ADD CONSTRAINT number_ranges_pkey PRIMARY KEY (number_from);

ALTER TABLE ONLY public.operator_accounts
    ADD CONSTRAINT operator_accounts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.operator_accounts
    ADD CONSTRAINT operator_accounts_protocol_channel_type_address_system_id_key UNIQUE (protocol, channel_type, address, system_id);

ALTER TABLE ONLY public.operator_links
    ADD CONSTRAINT operator_links_name_key UNIQUE (name);

ALTER TABLE ONLY public.operator_links
    ADD CONSTRAINT operator_links_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.package_reserves
    ADD CONSTRAINT package_reserves_pkey PRIMARY KEY (company_id, brand, month, tariff_id);

ALTER TABLE ONLY public.partner_actions
    ADD CONSTRAINT partner_actions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.partner_tokens
    ADD CONSTRAINT partner_tokens_pkey PRIMARY KEY (public_id);

ALTER TABLE ONLY public.partner_users
    ADD CONSTRAINT partner_users_login_key UNIQUE (login);

ALTER TABLE ONLY public.partner_users
    ADD CONSTRAINT partner_users_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.partners
    ADD CONSTRAINT partners_login_key UNIQUE (login);

ALTER TABLE ONLY public.partners
    ADD CONSTRAINT partners_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.ported_numbers
    ADD CONSTRAINT ported_numbers_pkey PRIMARY KEY (destination);

ALTER TABLE ONLY public.price_lists
    ADD CONSTRAINT price_lists_name_key UNIQUE (name);

ALTER TABLE ONLY public.price_lists
    ADD CONSTRAINT price_lists_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.push_devices
    ADD CONSTRAINT push_devices_pkey PRIMARY KEY (address_book_id, token_digest);

ALTER TABLE ONLY public.receipts
    ADD CONSTRAINT receipts_link_id_operator_message_id_state_key UNIQUE (link_id, operator_message_id, state);

ALTER TABLE ONLY public.receipts
    ADD CONSTRAINT receipts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.reference_loads
    ADD CONSTRAINT reference_loads_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.rejected_recipients
    ADD CONSTRAINT rejected_recipients_pkey PRIMARY KEY (dispatch_id, place);

ALTER TABLE ONLY public.sandbox_clock
    ADD CONSTRAINT sandbox_clock_pkey PRIMARY KEY (only_row);

ALTER TABLE ONLY public.sender_accounts
    ADD CONSTRAINT sender_accounts_pkey PRIMARY KEY (sender_id);

ALTER TABLE ONLY public.sender_fee_charges
    ADD CONSTRAINT sender_fee_charges_pkey PRIMARY KEY (sender_id, month);

ALTER TABLE ONLY public.sender_moves
    ADD CONSTRAINT sender_moves_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.senders
    ADD CONSTRAINT senders_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_digest_key UNIQUE (digest);

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.shared_name_days
    ADD CONSTRAINT shared_name_days_pkey PRIMARY KEY (company_id, day);

ALTER TABLE ONLY public.short_links
    ADD CONSTRAINT short_links_pkey PRIMARY KEY (code);

ALTER TABLE ONLY public.sign_in_links
    ADD CONSTRAINT sign_in_links_pkey PRIMARY KEY (digest);

ALTER TABLE ONLY public.spend_alarms
    ADD CONSTRAINT spend_alarms_pkey PRIMARY KEY (company_id, country, day);

ALTER TABLE ONLY public.staff_actions
    ADD CONSTRAINT staff_actions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.staff
    ADD CONSTRAINT staff_login_key UNIQUE (login);

ALTER TABLE ONLY public.staff
    ADD CONSTRAINT staff_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.staff_tokens
    ADD CONSTRAINT staff_tokens_pkey PRIMARY KEY (public_id);

ALTER TABLE ONLY public.strands
    ADD CONSTRAINT strands_pkey PRIMARY KEY (dispatch_id, strand);

ALTER TABLE ONLY public.subscriber_invites
    ADD CONSTRAINT subscriber_invites_pkey PRIMARY KEY (address_book_id, destination);

ALTER TABLE ONLY public.subscriber_invites
    ADD CONSTRAINT subscriber_invites_token_digest_key UNIQUE (token_digest);

ALTER TABLE ONLY public.subscribers
    ADD CONSTRAINT subscribers_pkey PRIMARY KEY (address_book_id, subscriber_id);

ALTER TABLE ONLY public.tariff_prices
    ADD CONSTRAINT tariff_prices_pkey PRIMARY KEY (tariff_id, count_from);

ALTER TABLE ONLY public.tariffs
    ADD CONSTRAINT tariffs_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.templates
    ADD CONSTRAINT templates_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.text_removals
    ADD CONSTRAINT text_removals_pkey PRIMARY KEY (dispatch_id);

ALTER TABLE ONLY public.traffic_centers
    ADD CONSTRAINT traffic_centers_company_id_name_key UNIQUE (company_id, name);

ALTER TABLE ONLY public.traffic_centers
    ADD CONSTRAINT traffic_centers_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.unproven_sends
    ADD CONSTRAINT unproven_sends_pkey PRIMARY KEY (message_id);

ALTER TABLE ONLY public.verification_conversions
    ADD CONSTRAINT verification_conversions_pkey PRIMARY KEY (profile_id, day, channel_type, operator);

ALTER TABLE ONLY public.verification_days
    ADD CONSTRAINT verification_days_pkey PRIMARY KEY (subject, day);

ALTER TABLE ONLY public.verification_facts
    ADD CONSTRAINT verification_facts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.verification_known_numbers
    ADD CONSTRAINT verification_known_numbers_pkey PRIMARY KEY (company_id, number_mac);

ALTER TABLE ONLY public.verification_messages
    ADD CONSTRAINT verification_messages_pkey PRIMARY KEY (verification_id, "position");

ALTER TABLE ONLY public.verification_plans
    ADD CONSTRAINT verification_plans_pkey PRIMARY KEY (verification_id);

ALTER TABLE ONLY public.verification_prefixes
    ADD CONSTRAINT verification_prefixes_pkey PRIMARY KEY (profile_id, prefix, day);

ALTER TABLE ONLY public.verification_profiles
    ADD CONSTRAINT verification_profiles_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.verification_rates
    ADD CONSTRAINT verification_rates_pkey PRIMARY KEY (profile_id, kind, subject);

ALTER TABLE ONLY public.verification_scores
    ADD CONSTRAINT verification_scores_pkey PRIMARY KEY (profile_id, operator, channel_type);

ALTER TABLE ONLY public.verification_unconfirmed
    ADD CONSTRAINT verification_unconfirmed_pkey PRIMARY KEY (profile_id, subject);

ALTER TABLE ONLY public.verification_widgets
    ADD CONSTRAINT verification_widgets_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.verification_wrongs
    ADD CONSTRAINT verification_wrongs_pkey PRIMARY KEY (company_id, number_mac, day);

ALTER TABLE ONLY public.verifications
    ADD CONSTRAINT verifications_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.volume_counters
    ADD CONSTRAINT volume_counters_pkey PRIMARY KEY (company_id, brand, month, model);

ALTER TABLE ONLY public.wallet_entries
    ADD CONSTRAINT wallet_entries_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.wallets
    ADD CONSTRAINT wallets_pkey PRIMARY KEY (company_id, currency);

ALTER TABLE ONLY public.widget_errors
    ADD CONSTRAINT widget_errors_pkey PRIMARY KEY (widget_id, day, code);

ALTER TABLE ONLY public.widget_sessions
    ADD CONSTRAINT widget_sessions_pkey PRIMARY KEY (key_digest);

ALTER TABLE ONLY public.widget_tokens
    ADD CONSTRAINT widget_tokens_pkey PRIMARY KEY (subject);

CREATE INDEX api_keys_of_company ON public.api_keys USING btree (company_id, created_at);

CREATE INDEX batches_by_place ON public.batches USING btree (dispatch_id, strand, to_seq);

CREATE INDEX batches_due ON public.batches USING btree (due_at) WHERE (state = ANY (ARRAY[0, 2]));

CREATE INDEX batches_expiring ON public.batches USING btree (expires_at) WHERE (state = 3);

CREATE INDEX batches_held ON public.batches USING btree (company_id, sender_id) WHERE (held_since IS NOT NULL);

CREATE INDEX batches_in_doubt ON public.batches USING btree (link_id) WHERE (doubts > 0);

CREATE INDEX batches_in_flight ON public.batches USING btree (in_flight_at) WHERE (state = 1);

CREATE INDEX batches_on_links ON public.batches USING btree (link_id) WHERE (state = ANY (ARRAY[0, 1]));

CREATE INDEX batches_reserved ON public.batches USING btree (month) WHERE ((state = ANY (ARRAY[0, 2])) AND (doubts = 0));

CREATE INDEX callback_attempts_by_id ON ONLY public.callback_attempts USING btree (id);

CREATE INDEX callback_attempts_of_company ON ONLY public.callback_attempts USING btree (company_id, at);

CREATE INDEX callback_attempts_of_endpoint ON ONLY public.callback_attempts USING btree (endpoint_id, at);

CREATE INDEX callback_batches_due ON public.callback_batches USING btree (next_try_at);

CREATE INDEX callback_batches_of_endpoint ON public.callback_batches USING btree (endpoint_id, attempts, id);

CREATE INDEX callback_endpoints_failing ON public.callback_endpoints USING btree (failing_since) WHERE (failing_since IS NOT NULL);

CREATE INDEX callback_ranges_due ON public.callback_ranges USING btree (next_try_at) WHERE (next_try_at IS NOT NULL);

CREATE INDEX callback_ranges_given_up ON public.callback_ranges USING btree (endpoint_id, given_up_at) WHERE (given_up_at IS NOT NULL);

CREATE INDEX callback_ranges_of_endpoint ON public.callback_ranges USING btree (endpoint_id, attempts, id) WHERE (next_try_at IS NOT NULL);

CREATE INDEX callback_replays_by_age ON public.callback_replays USING btree (at);

CREATE INDEX callback_replays_of_company ON public.callback_replays USING btree (company_id, id);

CREATE INDEX callback_secrets_of_company ON public.callback_secrets USING btree (company_id, id);

CREATE INDEX cascade_due_by_time ON public.cascade_due USING btree (due_at);

CREATE INDEX code_outcomes_by_time ON public.code_outcomes USING btree (recorded_at);

CREATE INDEX companies_of_partner ON public.companies USING btree (partner_id, id);

CREATE INDEX company_months_open ON public.company_months USING btree (month) WHERE (closed_at IS NULL);

CREATE INDEX dispatches_deleted ON public.dispatches USING btree (id) WHERE ((status = 'CREATED'::text) AND (kind = 'SEND'::text));

CREATE INDEX dispatches_messaging ON public.dispatches USING btree (company_id, id) WHERE (kind = 'MESSAGING'::text);

CREATE INDEX dispatches_of_company ON public.dispatches USING btree (company_id, id DESC);

CREATE INDEX dispatches_open ON public.dispatches USING btree (id) WHERE ((status = ANY (ARRAY['STARTED'::text, 'STOPPED'::text])) AND (ended_at IS NULL));

CREATE UNIQUE INDEX dispatches_send_lists ON public.dispatches USING btree (company_id, send_day, settings_digest) WHERE (kind = 'SEND'::text);

CREATE INDEX dispatches_steps ON public.dispatches USING btree (steps_of) WHERE (steps_of IS NOT NULL);

CREATE INDEX documents_of_company ON public.documents USING btree (company_id, created_at, id);

CREATE INDEX duty_alerts_history ON public.duty_alerts USING btree (resolved_at) WHERE (resolved_at IS NOT NULL);

CREATE UNIQUE INDEX duty_alerts_open ON public.duty_alerts USING btree (key) WHERE (resolved_at IS NULL);

CREATE INDEX duty_notices_due ON public.duty_notices USING btree (next_try_at) WHERE (ended_at IS NULL);

CREATE INDEX duty_notices_ended ON public.duty_notices USING btree (ended_at) WHERE (ended_at IS NOT NULL);

CREATE INDEX duty_notices_of_contact ON public.duty_notices USING btree (contact_id);

CREATE INDEX duty_silences_by_end ON public.duty_silences USING btree (until_at);

CREATE INDEX erasures_due ON public.erasures USING btree (due_at) WHERE (finished_at IS NULL);

CREATE INDEX event_batches_of_verifications ON ONLY public.event_batches USING btree (company_id, first_number) WHERE of_verifications;

CREATE INDEX failed_sign_ins_by_age ON public.failed_sign_ins USING btree (last_at);

CREATE UNIQUE INDEX feature_switches_of_all ON public.feature_switches USING btree (name) WHERE (company_id IS NULL);

CREATE UNIQUE INDEX feature_switches_of_company ON public.feature_switches USING btree (name, company_id) WHERE (company_id IS NOT NULL);

CREATE INDEX flashcall_conversions_by_age ON public.flashcall_conversions USING btree (reported_at);

CREATE INDEX idempotency_keys_by_age ON public.idempotency_keys USING btree (created_at);

CREATE INDEX inbound_messages_of_company ON public.inbound_messages USING btree (company_id, id);

CREATE INDEX inbound_messages_of_number ON public.inbound_messages USING btree (destination);

CREATE INDEX inbound_rules_of_company ON public.inbound_rules USING btree (company_id, id);

CREATE INDEX inbound_windows_by_age ON public.inbound_windows USING btree (last_inbound_at);

CREATE INDEX known_sign_ins_by_age ON public.known_sign_ins USING btree (at);

CREATE INDEX ledger_late ON public.ledger USING btree (company_id, late_of) WHERE (late_of IS NOT NULL);

CREATE INDEX ledger_of_dispatch ON public.ledger USING btree (dispatch_id);

CREATE INDEX ledger_of_month ON public.ledger USING btree (company_id, month);

CREATE INDEX link_clicks_of_address ON ONLY public.link_clicks USING btree (address_hash, at);

CREATE INDEX link_clicks_of_code ON ONLY public.link_clicks USING btree (code, at);

CREATE INDEX malformed_pdus_of_link ON public.malformed_pdus USING btree (link_id, id);

CREATE INDEX message_codes_by_end ON public.message_codes USING btree (expires_at);

CREATE INDEX messages_by_external_id ON ONLY public.messages USING btree (account_id, external_message_id) WHERE (external_message_id IS NOT NULL);

CREATE INDEX messages_failed ON ONLY public.messages USING btree (account_id, id) WHERE ((account_id IS NOT NULL) AND (error_code IS NOT NULL));

CREATE INDEX messages_of_account ON ONLY public.messages USING btree (account_id, id) WHERE (account_id IS NOT NULL);

CREATE INDEX messages_of_cascade ON ONLY public.messages USING btree (cascade_root, cascade_step) WHERE (cascade_root IS NOT NULL);

CREATE INDEX messages_of_dispatch ON ONLY public.messages USING btree (dispatch_id, seq, strand);

CREATE INDEX messages_to_number ON ONLY public.messages USING btree (account_id, destination, id) WHERE (account_id IS NOT NULL);

CREATE INDEX operator_refs_lookup ON ONLY public.operator_refs USING btree (link_id, operator_message_id);

CREATE INDEX operator_refs_of_long_messages ON ONLY public.operator_refs USING btree (message_id) WHERE (parts > 1);

CREATE INDEX partner_actions_by_age ON public.partner_actions USING btree (at);

CREATE INDEX partner_actions_of_partner ON public.partner_actions USING btree (partner_id, id DESC);

CREATE INDEX partner_actions_of_subject ON public.partner_actions USING btree (partner_id, subject_kind, subject_id, id DESC);

CREATE INDEX partner_tokens_of_partner ON public.partner_tokens USING btree (partner_id);

CREATE INDEX partner_users_of_partner ON public.partner_users USING btree (partner_id, id);

CREATE INDEX push_devices_by_number ON public.push_devices USING btree (address_book_id, destination, recency);

CREATE INDEX push_devices_by_status ON public.push_devices USING btree (address_book_id, status, token_digest);

CREATE INDEX receipts_by_reference ON public.receipts USING btree (link_id, destination, reference) WHERE (tries > 0);

CREATE INDEX receipts_due ON public.receipts USING btree (due_at) WHERE (tries > 0);

CREATE INDEX receipts_new ON public.receipts USING btree (due_at) WHERE (tries = 0);

CREATE INDEX receipts_waiting ON public.receipts USING btree (link_id, operator_message_id) WHERE (tries > 0);

CREATE INDEX rejected_recipients_by_age ON public.rejected_recipients USING btree (created_at);

CREATE INDEX rejected_recipients_by_number ON public.rejected_recipients USING btree (digits) WHERE (digits IS NOT NULL);

CREATE INDEX request_log_by_id ON ONLY public.request_log USING btree (request_id);

CREATE INDEX request_log_of_partner ON ONLY public.request_log USING btree (partner_id, at);

CREATE INDEX sender_accounts_of_company ON public.sender_accounts USING btree (company_id);

CREATE INDEX sender_accounts_of_waba ON public.sender_accounts USING btree (((settings ->> 'wabaId'::text))) WHERE ((settings ->> 'wabaId'::text) IS NOT NULL);

CREATE INDEX sender_fee_charges_of_company ON public.sender_fee_charges USING btree (company_id, month);

CREATE UNIQUE INDEX sender_fees_effective ON public.sender_fees USING btree (price_list_id, brand, effective_from);

CREATE UNIQUE INDEX sender_fees_versions ON public.sender_fees USING btree (price_list_id, brand, version);

CREATE INDEX sender_moves_of_sender ON public.sender_moves USING btree (sender_id, id);

CREATE UNIQUE INDEX senders_live_names ON public.senders USING btree (company_id, channel_type, brand, sender_name) WHERE (status <> ALL (ARRAY['REJECTED'::text, 'DENIED'::text, 'CLOSED'::text]));

CREATE INDEX senders_of_company ON public.senders USING btree (company_id, id);

CREATE INDEX senders_to_begin ON public.senders USING btree (date_from) WHERE (status = 'AWAITING'::text);

CREATE INDEX senders_to_charge ON public.senders USING btree (fee_due_month) WHERE (fee_due_month IS NOT NULL);

CREATE INDEX senders_to_close ON public.senders USING btree (date_to) WHERE ((date_to IS NOT NULL) AND (status <> ALL (ARRAY['DENIED'::text, 'CLOSED'::text])));

CREATE INDEX senders_to_submit ON public.senders USING btree (id) WHERE ((status = 'DRAFT'::text) AND ((common_type <> 'PROMO'::text) OR (document_ids <> '{}'::uuid[])));

CREATE INDEX senders_whatsapp ON public.senders USING btree (sender_name) WHERE (channel_type = 'WHATSAPP'::text);

CREATE INDEX sessions_by_end ON public.sessions USING btree (expires_at);

CREATE INDEX sessions_of_partner ON public.sessions USING btree (partner_id, user_id) WHERE (partner_id IS NOT NULL);

CREATE INDEX sessions_of_staff ON public.sessions USING btree (staff_id) WHERE (staff_id IS NOT NULL);

CREATE INDEX short_links_by_age ON public.short_links USING brin (created_at);

CREATE INDEX short_links_of_message ON public.short_links USING btree (message_id);

CREATE INDEX sign_in_links_by_end ON public.sign_in_links USING btree (expires_at);

CREATE INDEX spend_alarms_by_time ON public.spend_alarms USING btree (raised_at);

CREATE INDEX staff_actions_of_staff ON public.staff_actions USING btree (staff_id, id DESC);

CREATE INDEX staff_actions_of_subject ON public.staff_actions USING btree (subject_kind, subject_id, id DESC);

CREATE INDEX staff_actions_read_by_age ON public.staff_actions USING btree (at) WHERE is_read;

CREATE INDEX staff_tokens_of_staff ON public.staff_tokens USING btree (staff_id);

CREATE INDEX strands_abroad ON public.strands USING btree (eligible_at) WHERE (country IS NOT NULL);

CREATE INDEX strands_at_loss ON public.strands USING btree (margin_since) WHERE (margin_since IS NOT NULL);

CREATE INDEX strands_given_up ON public.strands USING btree (give_up_at) WHERE (runnable AND (give_up_at IS NOT NULL));

CREATE INDEX strands_held ON public.strands USING btree (company_id, sender_id) WHERE (held_since IS NOT NULL);

CREATE INDEX strands_reserved ON public.strands USING btree (month) WHERE (cursor_seq < last_seq);

CREATE INDEX strands_runnable ON public.strands USING btree (channel_type, route, next_at) WHERE runnable;

CREATE INDEX strands_waiting_for_money ON public.strands USING btree (company_id) WHERE (waiting_for IS NOT NULL);

CREATE INDEX subscriber_invites_by_end ON public.subscriber_invites USING btree (expires_at);

CREATE INDEX subscriber_invites_by_number ON public.subscriber_invites USING btree (destination);

CREATE UNIQUE INDEX subscribers_by_number ON public.subscribers USING btree (address_book_id, destination);

CREATE INDEX subscribers_by_status ON public.subscribers USING btree (address_book_id, status, subscriber_id);

CREATE UNIQUE INDEX tariffs_effective_by_country ON public.tariffs USING btree (price_list_id, sender_type, brand, traffic_type, country_code, effective_from) NULLS NOT DISTINCT;

CREATE UNIQUE INDEX tariffs_versions_by_country ON public.tariffs USING btree (price_list_id, sender_type, brand, traffic_type, country_code, version) NULLS NOT DISTINCT;

CREATE UNIQUE INDEX templates_live_patterns ON public.templates USING btree (sender_id, md5(pattern)) WHERE (status <> ALL (ARRAY['REJECTED'::text, 'DENIED'::text, 'CLOSED'::text]));

CREATE INDEX templates_of_company ON public.templates USING btree (company_id, id);

CREATE INDEX templates_to_begin ON public.templates USING btree (date_from) WHERE (status = 'AWAITING'::text);

CREATE INDEX templates_to_close ON public.templates USING btree (date_to) WHERE ((date_to IS NOT NULL) AND (status <> ALL (ARRAY['DENIED'::text, 'CLOSED'::text])));

CREATE INDEX templates_to_match ON public.templates USING btree (company_id, id) WHERE (status <> ALL (ARRAY['REJECTED'::text, 'DENIED'::text, 'CLOSED'::text]));

CREATE UNIQUE INDEX traffic_centers_default ON public.traffic_centers USING btree (company_id) WHERE is_default;

CREATE INDEX unproven_sends_by_age ON public.unproven_sends USING btree (made_at);

CREATE INDEX verification_conversions_by_day ON public.verification_conversions USING btree (day);

CREATE INDEX verification_conversions_of_company ON public.verification_conversions USING btree (company_id, day);

CREATE INDEX verification_days_by_day ON public.verification_days USING btree (day);

CREATE INDEX verification_days_stopped ON public.verification_days USING btree (day) WHERE (stopped_at IS NOT NULL);

CREATE INDEX verification_known_numbers_by_age ON public.verification_known_numbers USING btree (confirmed_at);

CREATE INDEX verification_plans_by_time ON public.verification_plans USING btree (due_at);

CREATE INDEX verification_plans_of_message ON public.verification_plans USING btree (message_id);

CREATE INDEX verification_plans_of_number ON public.verification_plans USING btree (profile_id, number_mac);

CREATE INDEX verification_prefixes_by_day ON public.verification_prefixes USING btree (day);

CREATE INDEX verification_prefixes_suspected ON public.verification_prefixes USING btree (suspected_at) WHERE (suspected_at IS NOT NULL);

CREATE INDEX verification_profiles_of_company ON public.verification_profiles USING btree (company_id, created_at);

CREATE INDEX verification_rates_by_end ON public.verification_rates USING btree (kept_until);

CREATE INDEX verification_scores_by_age ON public.verification_scores USING btree (counted_at);

CREATE INDEX verification_unconfirmed_by_age ON public.verification_unconfirmed USING btree (counted_at);

CREATE INDEX verification_widgets_of_company ON public.verification_widgets USING btree (company_id, created_at);

CREATE INDEX verification_wrongs_by_day ON public.verification_wrongs USING btree (day);

CREATE INDEX verifications_by_end ON public.verifications USING btree (expires_at);

CREATE INDEX verifications_of_number ON public.verifications USING btree (company_id, number_mac, created_at);

CREATE INDEX verifications_open ON public.verifications USING btree (expires_at) WHERE ((confirmed_at IS NULL) AND (cancelled_at IS NULL) AND (expired_at IS NULL));

CREATE INDEX wallet_entries_of_wallet ON public.wallet_entries USING btree (company_id, currency, id);

CREATE INDEX widget_errors_by_day ON public.widget_errors USING btree (day);

CREATE INDEX widget_errors_of_company ON public.widget_errors USING btree (company_id, day);

CREATE INDEX widget_sessions_by_end ON public.widget_sessions USING btree (expires_at);

CREATE INDEX widget_sessions_of_verification ON public.widget_sessions USING btree (verification_id) WHERE (verification_id IS NOT NULL);

CREATE INDEX widget_sessions_waiting ON public.widget_sessions USING btree (company_id, created_at) WHERE (verification_id IS NULL);

CREATE INDEX widget_tokens_by_end ON public.widget_tokens USING btree (kept_until);

CREATE TRIGGER closed_months_stay BEFORE DELETE OR UPDATE ON public.company_months FOR EACH ROW WHEN ((old.closed_at IS NOT NULL)) EXECUTE FUNCTION public.refuse_changing_closed_month();

CREATE TRIGGER companies_have_a_center AFTER INSERT ON public.companies FOR EACH ROW EXECUTE FUNCTION public.give_default_center();

CREATE TRIGGER count_added AFTER INSERT ON public.push_devices REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.count_subscribers();

CREATE TRIGGER count_added AFTER INSERT ON public.subscribers REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.count_subscribers();

CREATE TRIGGER count_moved AFTER UPDATE ON public.push_devices REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.count_subscribers();

CREATE TRIGGER count_moved AFTER UPDATE ON public.subscribers REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.count_subscribers();

CREATE TRIGGER count_removed AFTER DELETE ON public.push_devices REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION public.count_subscribers();

CREATE TRIGGER count_removed AFTER DELETE ON public.subscribers REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION public.count_subscribers();

CREATE TRIGGER duty_state_claims BEFORE UPDATE OF leader ON public.duty_state FOR EACH ROW EXECUTE FUNCTION public.claim_duty_leadership();

CREATE TRIGGER ledger_stays BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_rewriting();

CREATE TRIGGER operator_links_account BEFORE INSERT OR UPDATE OF protocol, channel_type, url, host, port, system_id ON public.operator_links FOR EACH ROW EXECUTE FUNCTION public.set_link_account();

CREATE TRIGGER partner_actions_stay BEFORE UPDATE OR TRUNCATE ON public.partner_actions FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_rewriting();

CREATE TRIGGER record_birth AFTER INSERT ON public.senders FOR EACH ROW WHEN (new.registered) EXECUTE FUNCTION public.record_sender_move();

CREATE TRIGGER record_move AFTER UPDATE ON public.senders FOR EACH ROW WHEN ((new.registered AND ((old.status <> new.status) OR (old.suspended <> new.suspended)))) EXECUTE FUNCTION public.record_sender_move();

CREATE TRIGGER staff_actions_stay BEFORE UPDATE OR TRUNCATE ON public.staff_actions FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_rewriting();

CREATE TRIGGER staff_changes_stay BEFORE DELETE ON public.staff_actions FOR EACH ROW WHEN ((NOT old.is_read)) EXECUTE FUNCTION public.refuse_rewriting();

CREATE TRIGGER wallet_entries_stay BEFORE DELETE OR UPDATE OR TRUNCATE ON public.wallet_entries FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_rewriting();

ALTER TABLE ONLY public.address_books
    ADD CONSTRAINT address_books_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_traffic_center FOREIGN KEY (traffic_center_id) REFERENCES public.traffic_centers(id);

ALTER TABLE ONLY public.blacklist
    ADD CONSTRAINT blacklist_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.callback_batches
    ADD CONSTRAINT callback_batches_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES public.callback_endpoints(id);

ALTER TABLE ONLY public.callback_endpoints
    ADD CONSTRAINT callback_endpoints_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.callback_ranges
    ADD CONSTRAINT callback_ranges_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES public.callback_endpoints(id);

ALTER TABLE ONLY public.callback_replays
    ADD CONSTRAINT callback_replays_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.callback_secrets
    ADD CONSTRAINT callback_secrets_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.cascade_due
    ADD CONSTRAINT cascade_due_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.code_outcomes
    ADD CONSTRAINT code_outcomes_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.companies
    ADD CONSTRAINT companies_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES public.partners(id);

ALTER TABLE ONLY public.company_months
    ADD CONSTRAINT company_months_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.dispatch_rates
    ADD CONSTRAINT dispatch_rates_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.dispatch_refusals
    ADD CONSTRAINT dispatch_refusals_dispatch_id_fkey FOREIGN KEY (dispatch_id) REFERENCES public.dispatches(id);

ALTER TABLE ONLY public.dispatches
    ADD CONSTRAINT dispatches_callback_endpoint_id_fkey FOREIGN KEY (callback_endpoint_id) REFERENCES public.callback_endpoints(id);

ALTER TABLE ONLY public.dispatches
    ADD CONSTRAINT dispatches_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.documents
    ADD CONSTRAINT documents_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.duty_notices
    ADD CONSTRAINT duty_notices_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES public.duty_contacts(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.duty_silences
    ADD CONSTRAINT duty_silences_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES public.staff(id);

ALTER TABLE ONLY public.event_inbox
    ADD CONSTRAINT event_inbox_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.event_inbox
    ADD CONSTRAINT event_inbox_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES public.callback_endpoints(id);

ALTER TABLE ONLY public.event_sequences
    ADD CONSTRAINT event_sequences_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.feature_switches
    ADD CONSTRAINT feature_switches_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.flashcall_conversions
    ADD CONSTRAINT flashcall_conversions_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.inbound_messages
    ADD CONSTRAINT inbound_messages_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.inbound_messages
    ADD CONSTRAINT inbound_messages_traffic_center_id_fkey FOREIGN KEY (traffic_center_id) REFERENCES public.traffic_centers(id);

ALTER TABLE ONLY public.inbound_rules
    ADD CONSTRAINT inbound_rules_callback_endpoint_id_fkey FOREIGN KEY (callback_endpoint_id) REFERENCES public.callback_endpoints(id);

ALTER TABLE ONLY public.inbound_rules
    ADD CONSTRAINT inbound_rules_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.inbound_rules
    ADD CONSTRAINT inbound_rules_traffic_center_id_fkey FOREIGN KEY (traffic_center_id) REFERENCES public.traffic_centers(id);

ALTER TABLE ONLY public.inbound_windows
    ADD CONSTRAINT inbound_windows_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.link_routes
    ADD CONSTRAINT link_routes_link_id_fkey FOREIGN KEY (link_id) REFERENCES public.operator_links(id);

ALTER TABLE ONLY public.message_codes
    ADD CONSTRAINT message_codes_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.partner_actions
    ADD CONSTRAINT partner_actions_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES public.partners(id);

ALTER TABLE ONLY public.partner_actions
    ADD CONSTRAINT partner_actions_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.partner_users(id);

ALTER TABLE ONLY public.partner_tokens
    ADD CONSTRAINT partner_tokens_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES public.partners(id);

ALTER TABLE ONLY public.partner_users
    ADD CONSTRAINT partner_users_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES public.partners(id);

ALTER TABLE ONLY public.partners
    ADD CONSTRAINT partners_price_list FOREIGN KEY (price_list_id) REFERENCES public.price_lists(id);

ALTER TABLE ONLY public.rejected_recipients
    ADD CONSTRAINT rejected_recipients_dispatch_id_fkey FOREIGN KEY (dispatch_id) REFERENCES public.dispatches(id);

ALTER TABLE ONLY public.sender_accounts
    ADD CONSTRAINT sender_accounts_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.sender_accounts
    ADD CONSTRAINT sender_accounts_link_id_fkey FOREIGN KEY (link_id) REFERENCES public.operator_links(id);

ALTER TABLE ONLY public.sender_accounts
    ADD CONSTRAINT sender_accounts_sender_id_fkey FOREIGN KEY (sender_id) REFERENCES public.senders(id);

ALTER TABLE ONLY public.sender_fee_charges
    ADD CONSTRAINT sender_fee_charges_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.sender_fee_charges
    ADD CONSTRAINT sender_fee_charges_sender_id_fkey FOREIGN KEY (sender_id) REFERENCES public.senders(id);

ALTER TABLE ONLY public.sender_fees
    ADD CONSTRAINT sender_fees_price_list FOREIGN KEY (price_list_id) REFERENCES public.price_lists(id);

ALTER TABLE ONLY public.sender_moves
    ADD CONSTRAINT sender_moves_sender_id_fkey FOREIGN KEY (sender_id) REFERENCES public.senders(id);

ALTER TABLE ONLY public.senders
    ADD CONSTRAINT senders_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.senders
    ADD CONSTRAINT senders_country_id_fkey FOREIGN KEY (country_id) REFERENCES public.countries(id);

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES public.partners(id);

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES public.staff(id);

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.partner_users(id);

ALTER TABLE ONLY public.shared_name_days
    ADD CONSTRAINT shared_name_days_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.sign_in_links
    ADD CONSTRAINT sign_in_links_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES public.partners(id);

ALTER TABLE ONLY public.sign_in_links
    ADD CONSTRAINT sign_in_links_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES public.staff(id);

ALTER TABLE ONLY public.sign_in_links
    ADD CONSTRAINT sign_in_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.partner_users(id);

ALTER TABLE ONLY public.spend_alarms
    ADD CONSTRAINT spend_alarms_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.staff_actions
    ADD CONSTRAINT staff_actions_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES public.staff(id);

ALTER TABLE ONLY public.staff_tokens
    ADD CONSTRAINT staff_tokens_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES public.staff(id);

ALTER TABLE ONLY public.strands
    ADD CONSTRAINT strands_dispatch_id_fkey FOREIGN KEY (dispatch_id) REFERENCES public.dispatches(id);

ALTER TABLE ONLY public.tariff_prices
    ADD CONSTRAINT tariff_prices_tariff_id_fkey FOREIGN KEY (tariff_id) REFERENCES public.tariffs(id);

ALTER TABLE ONLY public.tariffs
    ADD CONSTRAINT tariffs_price_list FOREIGN KEY (price_list_id) REFERENCES public.price_lists(id);

ALTER TABLE ONLY public.templates
    ADD CONSTRAINT templates_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.templates
    ADD CONSTRAINT templates_country_id_fkey FOREIGN KEY (country_id) REFERENCES public.countries(id);

ALTER TABLE ONLY public.templates
    ADD CONSTRAINT templates_sender_id_fkey FOREIGN KEY (sender_id) REFERENCES public.senders(id);

ALTER TABLE ONLY public.text_removals
    ADD CONSTRAINT text_removals_dispatch_id_fkey FOREIGN KEY (dispatch_id) REFERENCES public.dispatches(id);

ALTER TABLE ONLY public.traffic_centers
    ADD CONSTRAINT traffic_centers_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.verification_conversions
    ADD CONSTRAINT verification_conversions_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.verification_conversions
    ADD CONSTRAINT verification_conversions_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES public.verification_profiles(id);

ALTER TABLE ONLY public.verification_days
    ADD CONSTRAINT verification_days_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.verification_facts
    ADD CONSTRAINT verification_facts_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.verification_known_numbers
    ADD CONSTRAINT verification_known_numbers_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.verification_messages
    ADD CONSTRAINT verification_messages_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.verification_messages
    ADD CONSTRAINT verification_messages_verification_id_fkey FOREIGN KEY (verification_id) REFERENCES public.verifications(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.verification_plans
    ADD CONSTRAINT verification_plans_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.verification_plans
    ADD CONSTRAINT verification_plans_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES public.verification_profiles(id);

ALTER TABLE ONLY public.verification_plans
    ADD CONSTRAINT verification_plans_verification_id_fkey FOREIGN KEY (verification_id) REFERENCES public.verifications(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.verification_prefixes
    ADD CONSTRAINT verification_prefixes_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.verification_prefixes
    ADD CONSTRAINT verification_prefixes_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES public.verification_profiles(id);

ALTER TABLE ONLY public.verification_profiles
    ADD CONSTRAINT verification_profiles_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.verification_rates
    ADD CONSTRAINT verification_rates_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.verification_rates
    ADD CONSTRAINT verification_rates_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES public.verification_profiles(id);

ALTER TABLE ONLY public.verification_scores
    ADD CONSTRAINT verification_scores_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.verification_scores
    ADD CONSTRAINT verification_scores_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES public.verification_profiles(id);

ALTER TABLE ONLY public.verification_unconfirmed
    ADD CONSTRAINT verification_unconfirmed_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.verification_unconfirmed
    ADD CONSTRAINT verification_unconfirmed_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES public.verification_profiles(id);

ALTER TABLE ONLY public.verification_widgets
    ADD CONSTRAINT verification_widgets_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.verification_widgets
    ADD CONSTRAINT verification_widgets_key_id_fkey FOREIGN KEY (key_id) REFERENCES public.api_keys(key_id);

ALTER TABLE ONLY public.verification_widgets
    ADD CONSTRAINT verification_widgets_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES public.verification_profiles(id);

ALTER TABLE ONLY public.verification_wrongs
    ADD CONSTRAINT verification_wrongs_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.verifications
    ADD CONSTRAINT verifications_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.verifications
    ADD CONSTRAINT verifications_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES public.verification_profiles(id);

ALTER TABLE ONLY public.wallet_entries
    ADD CONSTRAINT wallet_entries_company_id_currency_fkey FOREIGN KEY (company_id, currency) REFERENCES public.wallets(company_id, currency);

ALTER TABLE ONLY public.wallets
    ADD CONSTRAINT wallets_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.widget_errors
    ADD CONSTRAINT widget_errors_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.widget_errors
    ADD CONSTRAINT widget_errors_widget_id_fkey FOREIGN KEY (widget_id) REFERENCES public.verification_widgets(id);

ALTER TABLE ONLY public.widget_sessions
    ADD CONSTRAINT widget_sessions_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.widget_sessions
    ADD CONSTRAINT widget_sessions_widget_id_fkey FOREIGN KEY (widget_id) REFERENCES public.verification_widgets(id);

ALTER TABLE ONLY public.widget_tokens
    ADD CONSTRAINT widget_tokens_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE public.address_books ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.api_keys ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.batches ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.blacklist ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.callback_attempts ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.callback_batches ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.callback_endpoints ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.callback_ranges ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.callback_replays ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.callback_secrets ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.cascade_due ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.code_outcomes ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.companies ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.company_months ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.dispatch_rates ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.dispatch_refusals ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.dispatches ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.document_uploads ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.documents ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.duty_contacts ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.duty_notices ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.erasures ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.event_batches ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.event_inbox ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.event_sequences ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.failed_sign_ins ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.feature_switches ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.flashcall_conversions ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.idempotency_keys ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.inbound_messages ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.inbound_rules ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.inbound_windows ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.known_sign_ins ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.ledger ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.link_clicks ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.malformed_pdus ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.margin_days ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.mau_recipients ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.message_codes ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.messages ENABLE ROW LEVEL SECURITY;

CREATE POLICY of_engine ON public.address_books TO volley_engine USING (true);

CREATE POLICY of_engine ON public.api_keys TO volley_engine USING (true);

CREATE POLICY of_engine ON public.batches TO volley_engine USING (true);

CREATE POLICY of_engine ON public.blacklist TO volley_engine USING (true);

CREATE POLICY of_engine ON public.callback_attempts TO volley_engine USING (true);

CREATE POLICY of_engine ON public.callback_batches TO volley_engine USING (true);

CREATE POLICY of_engine ON public.callback_endpoints TO volley_engine USING (true);

CREATE POLICY of_engine ON public.callback_ranges TO volley_engine USING (true);

CREATE POLICY of_engine ON public.callback_replays TO volley_engine USING (true);

CREATE POLICY of_engine ON public.callback_secrets TO volley_engine USING (true);

CREATE POLICY of_engine ON public.cascade_due TO volley_engine USING (true);

CREATE POLICY of_engine ON public.code_outcomes TO volley_engine USING (true);

CREATE POLICY of_engine ON public.companies TO volley_engine USING (true);

CREATE POLICY of_engine ON public.company_months TO volley_engine USING (true);

CREATE POLICY of_engine ON public.dispatch_rates TO volley_engine USING (true);

CREATE POLICY of_engine ON public.dispatch_refusals TO volley_engine USING (true);

CREATE POLICY of_engine ON public.dispatches TO volley_engine USING (true);

CREATE POLICY of_engine ON public.document_uploads TO volley_engine USING (true);

CREATE POLICY of_engine ON public.documents TO volley_engine USING (true);

CREATE POLICY of_engine ON public.duty_contacts TO volley_engine USING (true);

CREATE POLICY of_engine ON public.duty_notices TO volley_engine USING (true);

CREATE POLICY of_engine ON public.erasures TO volley_engine USING (true);

CREATE POLICY of_engine ON public.event_batches TO volley_engine USING (true);

CREATE POLICY of_engine ON public.event_inbox TO volley_engine USING (true);

CREATE POLICY of_engine ON public.event_sequences TO volley_engine USING (true);

CREATE POLICY of_engine ON public.failed_sign_ins TO volley_engine USING (true);

CREATE POLICY of_engine ON public.feature_switches TO volley_engine USING (true);

CREATE POLICY of_engine ON public.flashcall_conversions TO volley_engine USING (true);

CREATE POLICY of_engine ON public.idempotency_keys TO volley_engine USING (true);

CREATE POLICY of_engine ON public.inbound_messages TO volley_engine USING (true);

CREATE POLICY of_engine ON public.inbound_rules TO volley_engine USING (true);

CREATE POLICY of_engine ON public.inbound_windows TO volley_engine USING (true);

CREATE POLICY of_engine ON public.known_sign_ins TO volley_engine USING (true);

CREATE POLICY of_engine ON public.ledger TO volley_engine USING (true);

CREATE POLICY of_engine ON public.link_clicks TO volley_engine USING (true);

CREATE POLICY of_engine ON public.malformed_pdus TO volley_engine USING (true);

CREATE POLICY of_engine ON public.margin_days TO volley_engine USING (true);

CREATE POLICY of_engine ON public.mau_recipients TO volley_engine USING (true);

CREATE POLICY of_engine ON public.message_codes TO volley_engine USING (true);

CREATE POLICY of_engine ON public.messages TO volley_engine USING (true);

CREATE POLICY of_engine ON public.operator_accounts TO volley_engine USING (true);

CREATE POLICY of_engine ON public.operator_links TO volley_engine USING (true);

CREATE POLICY of_engine ON public.operator_refs TO volley_engine USING (true);

CREATE POLICY of_engine ON public.package_reserves TO volley_engine USING (true);

CREATE POLICY of_engine ON public.partner_actions TO volley_engine USING (true);

CREATE POLICY of_engine ON public.partner_tokens TO volley_engine USING (true);

CREATE POLICY of_engine ON public.partner_users TO volley_engine USING (true);

CREATE POLICY of_engine ON public.partners TO volley_engine USING (true);

CREATE POLICY of_engine ON public.push_devices TO volley_engine USING (true);

CREATE POLICY of_engine ON public.receipts TO volley_engine USING (true);

CREATE POLICY of_engine ON public.rejected_recipients TO volley_engine USING (true);

CREATE POLICY of_engine ON public.request_log TO volley_engine USING (true);

CREATE POLICY of_engine ON public.sender_accounts TO volley_engine USING (true);

CREATE POLICY of_engine ON public.sender_fee_charges TO volley_engine USING (true);

CREATE POLICY of_engine ON public.sender_moves TO volley_engine USING (true);

CREATE POLICY of_engine ON public.senders TO volley_engine USING (true);

CREATE POLICY of_engine ON public.sessions TO volley_engine USING (true);

CREATE POLICY of_engine ON public.shared_name_days TO volley_engine USING (true);

CREATE POLICY of_engine ON public.short_links TO volley_engine USING (true);

CREATE POLICY of_engine ON public.sign_in_links TO volley_engine USING (true);

CREATE POLICY of_engine ON public.spend_alarms TO volley_engine USING (true);

CREATE POLICY of_engine ON public.staff TO volley_engine USING (true);

CREATE POLICY of_engine ON public.staff_actions TO volley_engine USING (true);

CREATE POLICY of_engine ON public.staff_tokens TO volley_engine USING (true);

CREATE POLICY of_engine ON public.strands TO volley_engine USING (true);

CREATE POLICY of_engine ON public.subscriber_invites TO volley_engine USING (true);

CREATE POLICY of_engine ON public.subscribers TO volley_engine USING (true);

CREATE POLICY of_engine ON public.templates TO volley_engine USING (true);

CREATE POLICY of_engine ON public.traffic_centers TO volley_engine USING (true);

CREATE POLICY of_engine ON public.verification_conversions TO volley_engine USING (true);

CREATE POLICY of_engine ON public.verification_days TO volley_engine USING (true);

CREATE POLICY of_engine ON public.verification_facts TO volley_engine USING (true);

CREATE POLICY of_engine ON public.verification_known_numbers TO volley_engine USING (true);

CREATE POLICY of_engine ON public.verification_messages TO volley_engine USING (true);

CREATE POLICY of_engine ON public.verification_plans TO volley_engine USING (true);

CREATE POLICY of_engine ON public.verification_prefixes TO volley_engine USING (true);

CREATE POLICY of_engine ON public.verification_profiles TO volley_engine USING (true);

CREATE POLICY of_engine ON public.verification_rates TO volley_engine USING (true);

CREATE POLICY of_engine ON public.verification_scores TO volley_engine USING (true);

CREATE POLICY of_engine ON public.verification_unconfirmed TO volley_engine USING (true);

CREATE POLICY of_engine ON public.verification_widgets TO volley_engine USING (true);

CREATE POLICY of_engine ON public.verification_wrongs TO volley_engine USING (true);

CREATE POLICY of_engine ON public.verifications TO volley_engine USING (true);

CREATE POLICY of_engine ON public.volume_counters TO volley_engine USING (true);

CREATE POLICY of_engine ON public.wallet_entries TO volley_engine USING (true);

CREATE POLICY of_engine ON public.wallets TO volley_engine USING (true);

CREATE POLICY of_engine ON public.widget_errors TO volley_engine USING (true);

CREATE POLICY of_engine ON public.widget_sessions TO volley_engine USING (true);

CREATE POLICY of_engine ON public.widget_tokens TO volley_engine USING (true);

CREATE POLICY of_partner ON public.address_books USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (EXISTS ( SELECT
   FROM public.companies c
  WHERE ((c.id = address_books.company_id) AND (c.partner_id = ( SELECT public.tenant_partner() AS tenant_partner)))))));

CREATE POLICY of_partner ON public.api_keys USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (EXISTS ( SELECT
   FROM public.companies c
  WHERE ((c.id = api_keys.company_id) AND (c.partner_id = ( SELECT public.tenant_partner() AS tenant_partner)))))));

CREATE POLICY of_partner ON public.batches USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (EXISTS ( SELECT
   FROM public.companies c
  WHERE ((c.id = batches.company_id) AND (c.partner_id = ( SELECT public.tenant_partner() AS tenant_partner)))))));

CREATE POLICY of_partner ON public.blacklist USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (EXISTS ( SELECT
   FROM public.companies c
  WHERE ((c.id = blacklist.company_id) AND (c.partner_id = ( SELECT public.tenant_partner() AS tenant_partner)))))));

CREATE POLICY of_partner ON public.callback_attempts USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (EXISTS ( SELECT
   FROM public.companies c
  WHERE ((c.id = callback_attempts.company_id) AND (c.partner_id = ( SELECT public.tenant_partner() AS tenant_partner)))))));

CREATE POLICY of_partner ON public.callback_batches USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (EXISTS ( SELECT
   FROM (public.callback_endpoints e
     JOIN public.companies c ON ((c.id = e.company_id)))
  WHERE ((e.id = callback_batches.endpoint_id) AND (c.partner_id = ( SELECT public.tenant_partner() AS tenant_partner)))))));

CREATE POLICY of_partner ON public.callback_endpoints USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (EXISTS ( SELECT
   FROM public.companies c
  WHERE ((c.id = callback_endpoints.company_id) AND (c.partner_id = ( SELECT public.tenant_partner() AS tenant_partner)))))));

CREATE POLICY of_partner ON public.callback_ranges USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (EXISTS ( SELECT
   FROM (public.callback_endpoints e
     JOIN public.companies c ON ((c.id = e.company_id)))
  WHERE ((e.id = callback_ranges.endpoint_id) AND (c.partner_id = ( SELECT public.tenant_partner() AS tenant_partner)))))));

CREATE POLICY of_partner ON public.callback_replays USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (EXISTS ( SELECT
   FROM public.companies c
  WHERE ((c.id = callback_replays.company_id) AND (c.partner_id = ( SELECT public.tenant_partner() AS tenant_partner)))))));

CREATE POLICY of_partner ON public.callback_secrets USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (EXISTS ( SELECT
   FROM public.companies c
  WHERE ((c.id = callback_secrets.company_id) AND (c.partner_id = ( SELECT public.tenant_partner() AS tenant_partner)))))));

CREATE POLICY of_partner ON public.cascade_due USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (EXISTS ( SELECT
   FROM public.companies c
  WHERE ((c.id = cascade_due.company_id) AND (c.partner_id = ( SELECT public.tenant_partner() AS tenant_partner)))))));

CREATE POLICY of_partner ON public.code_outcomes USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (EXISTS ( SELECT
   FROM public.companies c
  WHERE ((c.id = code_outcomes.company_id) AND (c.partner_id = ( SELECT public.tenant_partner() AS tenant_partner)))))));

CREATE POLICY of_partner ON public.companies USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (partner_id = ( SELECT public.tenant_partner() AS tenant_partner))));

CREATE POLICY of_partner ON public.company_months USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (EXISTS ( SELECT
   FROM public.companies c
  WHERE ((c.id = company_months.company_id) AND (c.partner_id = ( SELECT public.tenant_partner() AS tenant_partner)))))));

CREATE POLICY of_partner ON public.dispatch_rates USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (EXISTS ( SELECT
   FROM public.companies c
  WHERE ((c.id = dispatch_rates.company_id) AND (c.partner_id = ( SELECT public.tenant_partner() AS tenant_partner)))))));

CREATE POLICY of_partner ON public.dispatch_refusals USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (EXISTS ( SELECT
   FROM public.dispatches d
  WHERE ((d.id = dispatch_refusals.dispatch_id) AND (d.partner_id = ( SELECT public.tenant_partner() AS tenant_partner)))))));

CREATE POLICY of_partner ON public.dispatches USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (partner_id = ( SELECT public.tenant_partner() AS tenant_partner))));

CREATE POLICY of_partner ON public.document_uploads USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (partner_id = ( SELECT public.tenant_partner() AS tenant_partner))));

CREATE POLICY of_partner ON public.documents USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (EXISTS ( SELECT
   FROM public.companies c
  WHERE ((c.id = documents.company_id) AND (c.partner_id = ( SELECT public.tenant_partner() AS tenant_partner)))))));

CREATE POLICY of_partner ON public.event_batches USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (EXISTS ( SELECT
   FROM public.companies c
  WHERE ((c.id = event_batches.company_id) AND (c.partner_id = ( SELECT public.tenant_partner() AS tenant_partner)))))));

CREATE POLICY of_partner ON public.event_inbox USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (EXISTS ( SELECT
   FROM public.companies c
  WHERE ((c.id = event_inbox.company_id) AND (c.partner_id = ( SELECT public.tenant_partner() AS tenant_partner)))))));

CREATE POLICY of_partner ON public.event_sequences USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (EXISTS ( SELECT
   FROM public.companies c
  WHERE ((c.id = event_sequences.company_id) AND (c.partner_id = ( SELECT public.tenant_partner() AS tenant_partner)))))));

CREATE POLICY of_partner ON public.failed_sign_ins USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (partner_id = ( SELECT public.tenant_partner() AS tenant_partner))));

CREATE POLICY of_partner ON public.feature_switches USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (company_id IS NULL) OR (EXISTS ( SELECT
   FROM public.companies c
  WHERE ((c.id = feature_switches.company_id) AND (c.partner_id = ( SELECT public.tenant_partner() AS tenant_partner)))))));

CREATE POLICY of_partner ON public.flashcall_conversions USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (EXISTS ( SELECT
   FROM public.companies c
  WHERE ((c.id = flashcall_conversions.company_id) AND (c.partner_id = ( SELECT public.tenant_partner() AS tenant_partner)))))));

CREATE POLICY of_partner ON public.idempotency_keys USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (partner_id = ( SELECT public.tenant_partner() AS tenant_partner))));

CREATE POLICY of_partner ON public.inbound_messages USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (EXISTS ( SELECT
   FROM public.companies c
  WHERE ((c.id = inbound_messages.company_id) AND (c.partner_id = ( SELECT public.tenant_partner() AS tenant_partner)))))));

CREATE POLICY of_partner ON public.inbound_rules USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (EXISTS ( SELECT
   FROM public.companies c
  WHERE ((c.id = inbound_rules.company_id) AND (c.partner_id = ( SELECT public.tenant_partner() AS tenant_partner)))))));

CREATE POLICY of_partner ON public.inbound_windows USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (EXISTS ( SELECT
   FROM public.companies c
  WHERE ((c.id = inbound_windows.company_id) AND (c.partner_id = ( SELECT public.tenant_partner() AS tenant_partner)))))));

CREATE POLICY of_partner ON public.ledger USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (EXISTS ( SELECT
   FROM public.companies c
  WHERE ((c.id = ledger.company_id) AND (c.partner_id = ( SELECT public.tenant_partner() AS tenant_partner)))))));

CREATE POLICY of_partner ON public.link_clicks USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (EXISTS ( SELECT
   FROM public.companies c
  WHERE ((c.id = link_clicks.company_id) AND (c.partner_id = ( SELECT public.tenant_partner() AS tenant_partner)))))));

CREATE POLICY of_partner ON public.margin_days USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (EXISTS ( SELECT
   FROM public.companies c
  WHERE ((c.id = margin_days.company_id) AND (c.partner_id = ( SELECT public.tenant_partner() AS tenant_partner)))))));

CREATE POLICY of_partner ON public.mau_recipients USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (EXISTS ( SELECT
   FROM public.companies c
  WHERE ((c.id = mau_recipients.company_id) AND (c.partner_id = ( SELECT public.tenant_partner() AS tenant_partner)))))));

CREATE POLICY of_partner ON public.message_codes USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (EXISTS ( SELECT
   FROM public.companies c
  WHERE ((c.id = message_codes.company_id) AND (c.partner_id = ( SELECT public.tenant_partner() AS tenant_partner)))))));

CREATE POLICY of_partner ON public.messages USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (EXISTS ( SELECT
   FROM public.companies c
  WHERE ((c.id = messages.company_id) AND (c.partner_id = ( SELECT public.tenant_partner() AS tenant_partner)))))));

CREATE POLICY of_partner ON public.package_reserves USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (EXISTS ( SELECT
   FROM public.companies c
  WHERE ((c.id = package_reserves.company_id) AND (c.partner_id = ( SELECT public.tenant_partner() AS tenant_partner)))))));

CREATE POLICY of_partner ON public.partner_actions USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (partner_id = ( SELECT public.tenant_partner() AS tenant_partner))));

CREATE POLICY of_partner ON public.partner_tokens USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (partner_id = ( SELECT public.tenant_partner() AS tenant_partner))));

CREATE POLICY of_partner ON public.partner_users USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (partner_id = ( SELECT public.tenant_partner() AS tenant_partner))));

CREATE POLICY of_partner ON public.partners USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (id = ( SELECT public.tenant_partner() AS tenant_partner))));

CREATE POLICY of_partner ON public.push_devices USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (EXISTS ( SELECT
   FROM public.companies c
  WHERE ((c.id = push_devices.company_id) AND (c.partner_id = ( SELECT public.tenant_partner() AS tenant_partner)))))));

CREATE POLICY of_partner ON public.rejected_recipients USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (EXISTS ( SELECT
   FROM public.dispatches d
  WHERE ((d.id = rejected_recipients.dispatch_id) AND (d.partner_id = ( SELECT public.tenant_partner() AS tenant_partner)))))));

CREATE POLICY of_partner ON public.request_log USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (partner_id = ( SELECT public.tenant_partner() AS tenant_partner))));

CREATE POLICY of_partner ON public.sender_accounts USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (EXISTS ( SELECT
   FROM public.companies c
  WHERE ((c.id = sender_accounts.company_id) AND (c.partner_id = ( SELECT public.tenant_partner() AS tenant_partner)))))));

CREATE POLICY of_partner ON public.sender_fee_charges USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (EXISTS ( SELECT
   FROM public.companies c
  WHERE ((c.id = sender_fee_charges.company_id) AND (c.partner_id = ( SELECT public.tenant_partner() AS tenant_partner)))))));

CREATE POLICY of_partner ON public.sender_moves USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (EXISTS ( SELECT
   FROM public.companies c
  WHERE ((c.id = sender_moves.company_id) AND (c.partner_id = ( SELECT public.tenant_partner() AS tenant_partner)))))));

CREATE POLICY of_partner ON public.senders USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (EXISTS ( SELECT
   FROM public.companies c
  WHERE ((c.id = senders.company_id) AND (c.partner_id = ( SELECT public.tenant_partner() AS tenant_partner)))))));

CREATE POLICY of_partner ON public.sessions USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (partner_id = ( SELECT public.tenant_partner() AS tenant_partner))));

CREATE POLICY of_partner ON public.shared_name_days USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (EXISTS ( SELECT
   FROM public.companies c
  WHERE ((c.id = shared_name_days.company_id) AND (c.partner_id = ( SELECT public.tenant_partner() AS tenant_partner)))))));

CREATE POLICY of_partner ON public.short_links USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (EXISTS ( SELECT
   FROM public.companies c
  WHERE ((c.id = short_links.company_id) AND (c.partner_id = ( SELECT public.tenant_partner() AS tenant_partner)))))));

CREATE POLICY of_partner ON public.sign_in_links USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (partner_id = ( SELECT public.tenant_partner() AS tenant_partner))));

CREATE POLICY of_partner ON public.spend_alarms USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (EXISTS ( SELECT
   FROM public.companies c
  WHERE ((c.id = spend_alarms.company_id) AND (c.partner_id = ( SELECT public.tenant_partner() AS tenant_partner)))))));

CREATE POLICY of_partner ON public.strands USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (EXISTS ( SELECT
   FROM public.companies c
  WHERE ((c.id = strands.company_id) AND (c.partner_id = ( SELECT public.tenant_partner() AS tenant_partner)))))));

CREATE POLICY of_partner ON public.subscriber_invites USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (EXISTS ( SELECT
   FROM public.companies c
  WHERE ((c.id = subscriber_invites.company_id) AND (c.partner_id = ( SELECT public.tenant_partner() AS tenant_partner)))))));

CREATE POLICY of_partner ON public.subscribers USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (EXISTS ( SELECT
   FROM public.companies c
  WHERE ((c.id = subscribers.company_id) AND (c.partner_id = ( SELECT public.tenant_partner() AS tenant_partner)))))));

CREATE POLICY of_partner ON public.templates USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (EXISTS ( SELECT
   FROM public.companies c
  WHERE ((c.id = templates.company_id) AND (c.partner_id = ( SELECT public.tenant_partner() AS tenant_partner)))))));

CREATE POLICY of_partner ON public.traffic_centers USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (EXISTS ( SELECT
   FROM public.companies c
  WHERE ((c.id = traffic_centers.company_id) AND (c.partner_id = ( SELECT public.tenant_partner() AS tenant_partner)))))));

CREATE POLICY of_partner ON public.verification_conversions USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (EXISTS ( SELECT
   FROM public.companies c
  WHERE ((c.id = verification_conversions.company_id) AND (c.partner_id = ( SELECT public.tenant_partner() AS tenant_partner)))))));

CREATE POLICY of_partner ON public.verification_days USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (EXISTS ( SELECT
   FROM public.companies c
  WHERE ((c.id = verification_days.company_id) AND (c.partner_id = ( SELECT public.tenant_partner() AS tenant_partner)))))));

CREATE POLICY of_partner ON public.verification_facts USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (EXISTS ( SELECT
   FROM public.companies c
  WHERE ((c.id = verification_facts.company_id) AND (c.partner_id = ( SELECT public.tenant_partner() AS tenant_partner)))))));

CREATE POLICY of_partner ON public.verification_known_numbers USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (EXISTS ( SELECT
   FROM public.companies c
  WHERE ((c.id = verification_known_numbers.company_id) AND (c.partner_id = ( SELECT public.tenant_partner() AS tenant_partner)))))));

CREATE POLICY of_partner ON public.verification_messages USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (EXISTS ( SELECT
   FROM public.companies c
  WHERE ((c.id = verification_messages.company_id) AND (c.partner_id = ( SELECT public.tenant_partner() AS tenant_partner)))))));

CREATE POLICY of_partner ON public.verification_plans USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (EXISTS ( SELECT
   FROM public.companies c
  WHERE ((c.id = verification_plans.company_id) AND (c.partner_id = ( SELECT public.tenant_partner() AS tenant_partner)))))));

CREATE POLICY of_partner ON public.verification_prefixes USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (EXISTS ( SELECT
   FROM public.companies c
  WHERE ((c.id = verification_prefixes.company_id) AND (c.partner_id = ( SELECT public.tenant_partner() AS tenant_partner)))))));

CREATE POLICY of_partner ON public.verification_profiles USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (EXISTS ( SELECT
   FROM public.companies c
  WHERE ((c.id = verification_profiles.company_id) AND (c.partner_id = ( SELECT public.tenant_partner() AS tenant_partner)))))));

CREATE POLICY of_partner ON public.verification_rates USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (EXISTS ( SELECT
   FROM public.companies c
  WHERE ((c.id = verification_rates.company_id) AND (c.partner_id = ( SELECT public.tenant_partner() AS tenant_partner)))))));

CREATE POLICY of_partner ON public.verification_scores USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (EXISTS ( SELECT
   FROM public.companies c
  WHERE ((c.id = verification_scores.company_id) AND (c.partner_id = ( SELECT public.tenant_partner() AS tenant_partner)))))));

CREATE POLICY of_partner ON public.verification_unconfirmed USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (EXISTS ( SELECT
   FROM public.companies c
  WHERE ((c.id = verification_unconfirmed.company_id) AND (c.partner_id = ( SELECT public.tenant_partner() AS tenant_partner)))))));

CREATE POLICY of_partner ON public.verification_widgets USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (EXISTS ( SELECT
   FROM public.companies c
  WHERE ((c.id = verification_widgets.company_id) AND (c.partner_id = ( SELECT public.tenant_partner() AS tenant_partner)))))));

CREATE POLICY of_partner ON public.verification_wrongs USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (EXISTS ( SELECT
   FROM public.companies c
  WHERE ((c.id = verification_wrongs.company_id) AND (c.partner_id = ( SELECT public.tenant_partner() AS tenant_partner)))))));

CREATE POLICY of_partner ON public.verifications USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (EXISTS ( SELECT
   FROM public.companies c
  WHERE ((c.id = verifications.company_id) AND (c.partner_id = ( SELECT public.tenant_partner() AS tenant_partner)))))));

CREATE POLICY of_partner ON public.volume_counters USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (EXISTS ( SELECT
   FROM public.companies c
  WHERE ((c.id = volume_counters.company_id) AND (c.partner_id = ( SELECT public.tenant_partner() AS tenant_partner)))))));

CREATE POLICY of_partner ON public.wallet_entries USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (EXISTS ( SELECT
   FROM public.companies c
  WHERE ((c.id = wallet_entries.company_id) AND (c.partner_id = ( SELECT public.tenant_partner() AS tenant_partner)))))));

CREATE POLICY of_partner ON public.wallets USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (EXISTS ( SELECT
   FROM public.companies c
  WHERE ((c.id = wallets.company_id) AND (c.partner_id = ( SELECT public.tenant_partner() AS tenant_partner)))))));

CREATE POLICY of_partner ON public.widget_errors USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (EXISTS ( SELECT
   FROM public.companies c
  WHERE ((c.id = widget_errors.company_id) AND (c.partner_id = ( SELECT public.tenant_partner() AS tenant_partner)))))));

CREATE POLICY of_partner ON public.widget_sessions USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (EXISTS ( SELECT
   FROM public.companies c
  WHERE ((c.id = widget_sessions.company_id) AND (c.partner_id = ( SELECT public.tenant_partner() AS tenant_partner)))))));

CREATE POLICY of_partner ON public.widget_tokens USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (EXISTS ( SELECT
   FROM public.companies c
  WHERE ((c.id = widget_tokens.company_id) AND (c.partner_id = ( SELECT public.tenant_partner() AS tenant_partner)))))));

CREATE POLICY of_system ON public.duty_contacts USING (( SELECT public.tenant_is_system() AS tenant_is_system));

CREATE POLICY of_system ON public.duty_notices USING (( SELECT public.tenant_is_system() AS tenant_is_system));

CREATE POLICY of_system ON public.erasures USING (( SELECT public.tenant_is_system() AS tenant_is_system));

CREATE POLICY of_system ON public.known_sign_ins USING (( SELECT public.tenant_is_system() AS tenant_is_system));

CREATE POLICY of_system ON public.malformed_pdus USING (( SELECT public.tenant_is_system() AS tenant_is_system));

CREATE POLICY of_system ON public.operator_accounts USING (( SELECT public.tenant_is_system() AS tenant_is_system));

CREATE POLICY of_system ON public.operator_links USING (( SELECT public.tenant_is_system() AS tenant_is_system));

CREATE POLICY of_system ON public.operator_refs USING (( SELECT public.tenant_is_system() AS tenant_is_system));

CREATE POLICY of_system ON public.receipts USING (( SELECT public.tenant_is_system() AS tenant_is_system));

CREATE POLICY of_system ON public.staff USING (( SELECT public.tenant_is_system() AS tenant_is_system));

CREATE POLICY of_system ON public.staff_actions USING (( SELECT public.tenant_is_system() AS tenant_is_system));

CREATE POLICY of_system ON public.staff_tokens USING (( SELECT public.tenant_is_system() AS tenant_is_system));

ALTER TABLE public.operator_accounts ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.operator_links ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.operator_refs ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.package_reserves ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.partner_actions ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.partner_tokens ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.partner_users ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.partners ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.push_devices ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.receipts ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.rejected_recipients ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.request_log ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.sender_accounts ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.sender_fee_charges ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.sender_moves ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.senders ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.sessions ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.shared_name_days ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.short_links ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.sign_in_links ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.spend_alarms ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.staff ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.staff_actions ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.staff_tokens ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.strands ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.subscriber_invites ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.subscribers ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.templates ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.traffic_centers ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.verification_conversions ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.verification_days ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.verification_facts ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.verification_known_numbers ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.verification_messages ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.verification_plans ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.verification_prefixes ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.verification_profiles ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.verification_rates ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.verification_scores ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.verification_unconfirmed ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.verification_widgets ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.verification_wrongs ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.verifications ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.volume_counters ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.wallet_entries ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.wallets ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.widget_errors ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.widget_sessions ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.widget_tokens ENABLE ROW LEVEL SECURITY;
