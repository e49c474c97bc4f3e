CREATE FUNCTION public.business_now() RETURNS timestamp with time zone
    LANGUAGE sql STABLE
    AS $$select now() + offset_seconds * interval '1 second' from sandbox_clock$$;

CREATE FUNCTION public.refuse_rewriting() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin raise exception '% is append-only', tg_table_name; end $$;

CREATE FUNCTION public.tenant_is_system() RETURNS boolean
    LANGUAGE sql STABLE
    AS $$ select coalesce(current_setting('app.tenant', true), '') = 'system' $$;

CREATE FUNCTION public.tenant_partner() RETURNS integer
    LANGUAGE sql STABLE
    AS $$ select nullif(nullif(current_setting('app.tenant', true), ''), 'system')::integer $$;

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
    CONSTRAINT batches_waiting_for_check CHECK ((waiting_for = ANY (ARRAY['doubt'::text, 'held'::text, 'link'::text])))
)
WITH (fillfactor='70');

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
    given_up bigint DEFAULT 0 NOT NULL
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
    CONSTRAINT companies_budget_micros_check CHECK ((budget_micros >= 0)),
    CONSTRAINT companies_counteragent_type_check CHECK ((counteragent_type = ANY (ARRAY['LEGAL'::text, 'INDIVIDUAL'::text]))),
    CONSTRAINT companies_routing_check CHECK ((routing = ANY (ARRAY['fallback'::text, 'strict'::text]))),
    CONSTRAINT companies_status_check CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'DISABLED'::text])))
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
    CONSTRAINT company_months_reserved_micros_check CHECK ((reserved_micros >= 0)),
    CONSTRAINT company_months_spent_micros_check CHECK ((spent_micros >= 0))
);

ALTER TABLE ONLY public.company_months FORCE ROW LEVEL SECURITY;

CREATE TABLE public.countries (
    id integer NOT NULL,
    code text NOT NULL,
    name text NOT NULL
);

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
    reserved_month date,
    created_at timestamp with time zone NOT NULL,
    started_at timestamp with time zone,
    ended_at timestamp with time zone,
    packages_micros bigint DEFAULT 0 NOT NULL,
    CONSTRAINT dispatches_check CHECK (((messages_delivered + messages_failed) <= messages_total)),
    CONSTRAINT dispatches_check1 CHECK ((messages_sent <= messages_total)),
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
    abandoned boolean DEFAULT false NOT NULL
);

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

CREATE TABLE public.engine_counters (
    name text NOT NULL,
    value bigint DEFAULT 0 NOT NULL
);

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

ALTER TABLE public.erasures ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.erasures_id_seq
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

CREATE TABLE public.instances (
    id uuid NOT NULL,
    roles text[] NOT NULL,
    started_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
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
    person text
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

CREATE TABLE public.mau_recipients (
    company_id integer NOT NULL,
    month date NOT NULL,
    brand smallint NOT NULL,
    destination bigint NOT NULL
);

ALTER TABLE ONLY public.mau_recipients FORCE ROW LEVEL SECURITY;

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
    package_micros bigint
)
PARTITION BY RANGE (id);

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
    CONSTRAINT operator_links_bind_mode_check CHECK ((bind_mode = ANY (ARRAY['transceiver'::text, 'transmitter'::text]))),
    CONSTRAINT operator_links_rate_per_second_check CHECK ((rate_per_second > 0)),
    CONSTRAINT operator_links_window_size_check CHECK (((window_size >= 1) AND (window_size <= 500)))
);

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

CREATE TABLE public.partner_tokens (
    public_id text NOT NULL,
    partner_id integer NOT NULL,
    digest bytea NOT NULL,
    token_version integer NOT NULL,
    expires_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.partner_tokens FORCE ROW LEVEL SECURITY;

CREATE TABLE public.partners (
    id integer NOT NULL,
    login text NOT NULL,
    password_hash text NOT NULL,
    token_version integer DEFAULT 1 NOT NULL,
    currency text DEFAULT 'RUB'::text NOT NULL,
    status text DEFAULT 'ACTIVE'::text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    price_list_id integer DEFAULT 1 NOT NULL,
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
    tries smallint DEFAULT 0 NOT NULL
);

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

CREATE TABLE public.sandbox_clock (
    only_row boolean DEFAULT true NOT NULL,
    offset_seconds bigint DEFAULT 0 NOT NULL,
    CONSTRAINT sandbox_clock_only_row_check CHECK (only_row)
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
    ended_at timestamp with time zone
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

CREATE TABLE public.staff_actions (
    id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    staff_id integer,
    action text NOT NULL,
    subject_kind text NOT NULL,
    subject_id text NOT NULL,
    details jsonb DEFAULT '{}'::jsonb NOT NULL,
    request_id uuid NOT NULL
);

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
    handed_over integer DEFAULT 0 NOT NULL
)
WITH (fillfactor='50');

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

CREATE TABLE public.text_removals (
    dispatch_id integer NOT NULL,
    up_to_seq integer DEFAULT 0 NOT NULL,
    done_at timestamp with time zone
);

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

ALTER TABLE ONLY public.companies
    ADD CONSTRAINT companies_pkey PRIMARY KEY (id);

ALTER TABLE public.companies
    ADD CONSTRAINT companies_text_retention_days CHECK ((text_retention_days > 0)) NOT VALID;

ALTER TABLE ONLY public.company_months
    ADD CONSTRAINT company_months_pkey PRIMARY KEY (company_id, month);

ALTER TABLE ONLY public.countries
    ADD CONSTRAINT countries_code_key UNIQUE (code);

ALTER TABLE ONLY public.countries
    ADD CONSTRAINT countries_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.dispatches
    ADD CONSTRAINT dispatches_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.document_uploads
    ADD CONSTRAINT document_uploads_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.documents
    ADD CONSTRAINT documents_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.engine_counters
    ADD CONSTRAINT engine_counters_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.erasures
    ADD CONSTRAINT erasures_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.feature_switches
    ADD CONSTRAINT feature_switches_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT idempotency_keys_pkey PRIMARY KEY (partner_id, route, key);

ALTER TABLE ONLY public.instances
    ADD CONSTRAINT instances_pkey PRIMARY KEY (id);

ALTER TABLE public.ledger
    ADD CONSTRAINT ledger_correction CHECK (((kind <> 'correct'::text) OR ((reason IS NOT NULL) AND (person IS NOT NULL)))) NOT VALID;

ALTER TABLE public.ledger
    ADD CONSTRAINT ledger_kind CHECK ((kind = ANY (ARRAY['reserve'::text, 'settle'::text, 'package'::text, 'correct'::text]))) NOT VALID;

ALTER TABLE ONLY public.ledger
    ADD CONSTRAINT ledger_pkey PRIMARY KEY (id);

ALTER TABLE public.ledger
    ADD CONSTRAINT ledger_spent CHECK (((spent_micros >= 0) OR (kind = 'correct'::text))) NOT VALID;

ALTER TABLE ONLY public.mau_recipients
    ADD CONSTRAINT mau_recipients_pkey PRIMARY KEY (company_id, month, brand, destination);

ALTER TABLE ONLY public.message_errors
    ADD CONSTRAINT message_errors_pkey PRIMARY KEY (code);

ALTER TABLE ONLY public.messages
    ADD CONSTRAINT messages_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.number_ranges
    ADD CONSTRAINT number_ranges_pkey PRIMARY KEY (number_from);

ALTER TABLE ONLY public.operator_links
    ADD CONSTRAINT operator_links_name_key UNIQUE (name);

ALTER TABLE ONLY public.operator_links
    ADD CONSTRAINT operator_links_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.package_reserves
    ADD CONSTRAINT package_reserves_pkey PRIMARY KEY (company_id, brand, month, tariff_id);

ALTER TABLE ONLY public.partner_tokens
    ADD CONSTRAINT partner_tokens_pkey PRIMARY KEY (public_id);

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

ALTER TABLE ONLY public.receipts
    ADD CONSTRAINT receipts_link_id_operator_message_id_state_key UNIQUE (link_id, operator_message_id, state);

ALTER TABLE ONLY public.receipts
    ADD CONSTRAINT receipts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.reference_loads
    ADD CONSTRAINT reference_loads_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.sandbox_clock
    ADD CONSTRAINT sandbox_clock_pkey PRIMARY KEY (only_row);

ALTER TABLE ONLY public.sender_fee_charges
    ADD CONSTRAINT sender_fee_charges_pkey PRIMARY KEY (sender_id, month);

ALTER TABLE ONLY public.senders
    ADD CONSTRAINT senders_pkey PRIMARY KEY (id);

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

ALTER TABLE ONLY public.tariff_prices
    ADD CONSTRAINT tariff_prices_pkey PRIMARY KEY (tariff_id, count_from);

ALTER TABLE ONLY public.tariffs
    ADD CONSTRAINT tariffs_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.text_removals
    ADD CONSTRAINT text_removals_pkey PRIMARY KEY (dispatch_id);

ALTER TABLE ONLY public.volume_counters
    ADD CONSTRAINT volume_counters_pkey PRIMARY KEY (company_id, brand, month, model);

ALTER TABLE ONLY public.wallet_entries
    ADD CONSTRAINT wallet_entries_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.wallets
    ADD CONSTRAINT wallets_pkey PRIMARY KEY (company_id, currency);

CREATE INDEX api_keys_of_company ON public.api_keys USING btree (company_id, created_at);

CREATE INDEX batches_due ON public.batches USING btree (due_at) WHERE (state = ANY (ARRAY[0, 2]));

CREATE INDEX batches_expiring ON public.batches USING btree (expires_at) WHERE (state = 3);

CREATE INDEX batches_held ON public.batches USING btree (company_id, sender_id) WHERE (held_since IS NOT NULL);

CREATE INDEX batches_in_doubt ON public.batches USING btree (link_id) WHERE (doubts > 0);

CREATE INDEX batches_in_flight ON public.batches USING btree (in_flight_at) WHERE (state = 1);

CREATE INDEX batches_of_dispatch ON public.batches USING btree (dispatch_id);

CREATE INDEX batches_on_links ON public.batches USING btree (link_id) WHERE (state = ANY (ARRAY[0, 1]));

CREATE INDEX callback_batches_due ON public.callback_batches USING btree (next_try_at);

CREATE INDEX callback_batches_of_endpoint ON public.callback_batches USING btree (endpoint_id, attempts, id);

CREATE INDEX companies_of_partner ON public.companies USING btree (partner_id, id);

CREATE INDEX dispatches_of_company ON public.dispatches USING btree (company_id, id DESC);

CREATE INDEX dispatches_open ON public.dispatches USING btree (id) WHERE ((status = ANY (ARRAY['STARTED'::text, 'STOPPED'::text])) AND (ended_at IS NULL));

CREATE INDEX documents_of_company ON public.documents USING btree (company_id, created_at, id);

CREATE INDEX erasures_due ON public.erasures USING btree (due_at) WHERE (finished_at IS NULL);

CREATE UNIQUE INDEX feature_switches_of_all ON public.feature_switches USING btree (name) WHERE (company_id IS NULL);

CREATE UNIQUE INDEX feature_switches_of_company ON public.feature_switches USING btree (name, company_id) WHERE (company_id IS NOT NULL);

CREATE INDEX idempotency_keys_by_age ON public.idempotency_keys USING btree (created_at);

CREATE INDEX ledger_of_dispatch ON public.ledger USING btree (dispatch_id);

CREATE INDEX ledger_of_month ON public.ledger USING btree (company_id, month);

CREATE INDEX messages_of_dispatch ON ONLY public.messages USING btree (dispatch_id, seq, strand);

CREATE INDEX operator_refs_lookup ON ONLY public.operator_refs USING btree (link_id, operator_message_id);

CREATE INDEX operator_refs_of_long_messages ON ONLY public.operator_refs USING btree (message_id) WHERE (parts > 1);

CREATE INDEX partner_tokens_of_partner ON public.partner_tokens USING btree (partner_id);

CREATE INDEX receipts_due ON public.receipts USING btree (due_at);

CREATE INDEX sender_fee_charges_of_company ON public.sender_fee_charges USING btree (company_id, month);

CREATE UNIQUE INDEX sender_fees_effective ON public.sender_fees USING btree (price_list_id, brand, effective_from);

CREATE UNIQUE INDEX sender_fees_versions ON public.sender_fees USING btree (price_list_id, brand, version);

CREATE UNIQUE INDEX senders_live_names ON public.senders USING btree (company_id, channel_type, brand, sender_name) WHERE (status <> ALL (ARRAY['REJECTED'::text, 'DENIED'::text, 'CLOSED'::text]));

CREATE INDEX senders_of_company ON public.senders USING btree (company_id, id);

CREATE INDEX senders_to_begin ON public.senders USING btree (date_from) WHERE (status = 'AWAITING'::text);

CREATE INDEX senders_to_charge ON public.senders USING btree (fee_due_month) WHERE (fee_due_month IS NOT NULL);

CREATE INDEX senders_to_close ON public.senders USING btree (date_to) WHERE ((date_to IS NOT NULL) AND (status <> ALL (ARRAY['DENIED'::text, 'CLOSED'::text])));

CREATE INDEX senders_to_submit ON public.senders USING btree (id) WHERE ((status = 'DRAFT'::text) AND ((common_type <> 'PROMO'::text) OR (document_ids <> '{}'::uuid[])));

CREATE INDEX staff_actions_of_staff ON public.staff_actions USING btree (staff_id, id DESC);

CREATE INDEX staff_actions_of_subject ON public.staff_actions USING btree (subject_kind, subject_id, id DESC);

CREATE INDEX staff_tokens_of_staff ON public.staff_tokens USING btree (staff_id);

CREATE INDEX strands_held ON public.strands USING btree (company_id, sender_id) WHERE (held_since IS NOT NULL);

CREATE INDEX strands_runnable ON public.strands USING btree (channel_type, route, next_at) WHERE runnable;

CREATE UNIQUE INDEX tariffs_effective ON public.tariffs USING btree (price_list_id, sender_type, brand, traffic_type, effective_from) NULLS NOT DISTINCT;

CREATE UNIQUE INDEX tariffs_versions ON public.tariffs USING btree (price_list_id, sender_type, brand, traffic_type, version) NULLS NOT DISTINCT;

CREATE INDEX wallet_entries_of_wallet ON public.wallet_entries USING btree (company_id, currency, id);

CREATE TRIGGER ledger_stays BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_rewriting();

CREATE TRIGGER staff_actions_stay BEFORE DELETE OR UPDATE OR TRUNCATE ON public.staff_actions FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_rewriting();

CREATE TRIGGER wallet_entries_stay BEFORE DELETE OR UPDATE OR TRUNCATE ON public.wallet_entries FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_rewriting();

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.blacklist
    ADD CONSTRAINT blacklist_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.callback_batches
    ADD CONSTRAINT callback_batches_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES public.callback_endpoints(id);

ALTER TABLE ONLY public.callback_endpoints
    ADD CONSTRAINT callback_endpoints_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.companies
    ADD CONSTRAINT companies_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES public.partners(id);

ALTER TABLE ONLY public.company_months
    ADD CONSTRAINT company_months_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.dispatches
    ADD CONSTRAINT dispatches_callback_endpoint_id_fkey FOREIGN KEY (callback_endpoint_id) REFERENCES public.callback_endpoints(id);

ALTER TABLE ONLY public.dispatches
    ADD CONSTRAINT dispatches_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.documents
    ADD CONSTRAINT documents_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.feature_switches
    ADD CONSTRAINT feature_switches_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.partner_tokens
    ADD CONSTRAINT partner_tokens_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES public.partners(id);

ALTER TABLE ONLY public.partners
    ADD CONSTRAINT partners_price_list FOREIGN KEY (price_list_id) REFERENCES public.price_lists(id) NOT VALID;

ALTER TABLE ONLY public.sender_fee_charges
    ADD CONSTRAINT sender_fee_charges_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.sender_fee_charges
    ADD CONSTRAINT sender_fee_charges_sender_id_fkey FOREIGN KEY (sender_id) REFERENCES public.senders(id);

ALTER TABLE ONLY public.sender_fees
    ADD CONSTRAINT sender_fees_price_list FOREIGN KEY (price_list_id) REFERENCES public.price_lists(id) NOT VALID;

ALTER TABLE ONLY public.senders
    ADD CONSTRAINT senders_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.senders
    ADD CONSTRAINT senders_country_id_fkey FOREIGN KEY (country_id) REFERENCES public.countries(id);

ALTER TABLE ONLY public.staff_actions
    ADD CONSTRAINT staff_actions_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES public.staff(id);

ALTER TABLE ONLY public.staff_tokens
    ADD CONSTRAINT staff_tokens_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES public.staff(id);

ALTER TABLE ONLY public.strands
    ADD CONSTRAINT strands_dispatch_id_fkey FOREIGN KEY (dispatch_id) REFERENCES public.dispatches(id);

ALTER TABLE ONLY public.tariff_prices
    ADD CONSTRAINT tariff_prices_tariff_id_fkey FOREIGN KEY (tariff_id) REFERENCES public.tariffs(id);

ALTER TABLE ONLY public.tariffs
    ADD CONSTRAINT tariffs_price_list FOREIGN KEY (price_list_id) REFERENCES public.price_lists(id) NOT VALID;

ALTER TABLE ONLY public.text_removals
    ADD CONSTRAINT text_removals_dispatch_id_fkey FOREIGN KEY (dispatch_id) REFERENCES public.dispatches(id);

ALTER TABLE ONLY public.wallet_entries
    ADD CONSTRAINT wallet_entries_company_id_currency_fkey FOREIGN KEY (company_id, currency) REFERENCES public.wallets(company_id, currency);

ALTER TABLE ONLY public.wallets
    ADD CONSTRAINT wallets_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE public.api_keys ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.blacklist ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.callback_endpoints ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.companies ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.company_months ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.dispatches ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.documents ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.feature_switches ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.idempotency_keys ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.ledger ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.mau_recipients ENABLE ROW LEVEL SECURITY;

CREATE POLICY of_partner ON public.api_keys USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (EXISTS ( SELECT
   FROM public.companies c
  WHERE ((c.id = api_keys.company_id) AND (c.partner_id = ( SELECT public.tenant_partner() AS tenant_partner)))))));

CREATE POLICY of_partner ON public.blacklist USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (EXISTS ( SELECT
   FROM public.companies c
  WHERE ((c.id = blacklist.company_id) AND (c.partner_id = ( SELECT public.tenant_partner() AS tenant_partner)))))));

CREATE POLICY of_partner ON public.callback_endpoints USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (EXISTS ( SELECT
   FROM public.companies c
  WHERE ((c.id = callback_endpoints.company_id) AND (c.partner_id = ( SELECT public.tenant_partner() AS tenant_partner)))))));

CREATE POLICY of_partner ON public.companies USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (partner_id = ( SELECT public.tenant_partner() AS tenant_partner))));

CREATE POLICY of_partner ON public.company_months USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (EXISTS ( SELECT
   FROM public.companies c
  WHERE ((c.id = company_months.company_id) AND (c.partner_id = ( SELECT public.tenant_partner() AS tenant_partner)))))));

CREATE POLICY of_partner ON public.dispatches USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (partner_id = ( SELECT public.tenant_partner() AS tenant_partner))));

CREATE POLICY of_partner ON public.documents USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (EXISTS ( SELECT
   FROM public.companies c
  WHERE ((c.id = documents.company_id) AND (c.partner_id = ( SELECT public.tenant_partner() AS tenant_partner)))))));

CREATE POLICY of_partner ON public.feature_switches USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (company_id IS NULL) OR (EXISTS ( SELECT
   FROM public.companies c
  WHERE ((c.id = feature_switches.company_id) AND (c.partner_id = ( SELECT public.tenant_partner() AS tenant_partner)))))));

CREATE POLICY of_partner ON public.idempotency_keys USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (partner_id = ( SELECT public.tenant_partner() AS tenant_partner))));

CREATE POLICY of_partner ON public.ledger USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (EXISTS ( SELECT
   FROM public.companies c
  WHERE ((c.id = ledger.company_id) AND (c.partner_id = ( SELECT public.tenant_partner() AS tenant_partner)))))));

CREATE POLICY of_partner ON public.mau_recipients USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (EXISTS ( SELECT
   FROM public.companies c
  WHERE ((c.id = mau_recipients.company_id) AND (c.partner_id = ( SELECT public.tenant_partner() AS tenant_partner)))))));

CREATE POLICY of_partner ON public.package_reserves USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (EXISTS ( SELECT
   FROM public.companies c
  WHERE ((c.id = package_reserves.company_id) AND (c.partner_id = ( SELECT public.tenant_partner() AS tenant_partner)))))));

CREATE POLICY of_partner ON public.partner_tokens USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (partner_id = ( SELECT public.tenant_partner() AS tenant_partner))));

CREATE POLICY of_partner ON public.partners USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (id = ( SELECT public.tenant_partner() AS tenant_partner))));

CREATE POLICY of_partner ON public.sender_fee_charges USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (EXISTS ( SELECT
   FROM public.companies c
  WHERE ((c.id = sender_fee_charges.company_id) AND (c.partner_id = ( SELECT public.tenant_partner() AS tenant_partner)))))));

CREATE POLICY of_partner ON public.senders USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (EXISTS ( SELECT
   FROM public.companies c
  WHERE ((c.id = senders.company_id) AND (c.partner_id = ( SELECT public.tenant_partner() AS tenant_partner)))))));

CREATE POLICY of_partner ON public.volume_counters USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (EXISTS ( SELECT
   FROM public.companies c
  WHERE ((c.id = volume_counters.company_id) AND (c.partner_id = ( SELECT public.tenant_partner() AS tenant_partner)))))));

CREATE POLICY of_partner ON public.wallet_entries USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (EXISTS ( SELECT
   FROM public.companies c
  WHERE ((c.id = wallet_entries.company_id) AND (c.partner_id = ( SELECT public.tenant_partner() AS tenant_partner)))))));

CREATE POLICY of_partner ON public.wallets USING ((( SELECT public.tenant_is_system() AS tenant_is_system) OR (EXISTS ( SELECT
   FROM public.companies c
  WHERE ((c.id = wallets.company_id) AND (c.partner_id = ( SELECT public.tenant_partner() AS tenant_partner)))))));

ALTER TABLE public.package_reserves ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.partner_tokens ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.partners ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.sender_fee_charges ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.senders ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.volume_counters ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.wallet_entries ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.wallets ENABLE ROW LEVEL SECURITY;
