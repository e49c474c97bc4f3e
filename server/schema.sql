CREATE FUNCTION public.business_now() RETURNS timestamp with time zone
    LANGUAGE sql STABLE
    AS $$select now() + offset_seconds * interval '1 second' from sandbox_clock$$;

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
    CONSTRAINT companies_budget_micros_check CHECK ((budget_micros >= 0)),
    CONSTRAINT companies_counteragent_type_check CHECK ((counteragent_type = ANY (ARRAY['LEGAL'::text, 'INDIVIDUAL'::text]))),
    CONSTRAINT companies_routing_check CHECK ((routing = ANY (ARRAY['fallback'::text, 'strict'::text]))),
    CONSTRAINT companies_status_check CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'DISABLED'::text])))
);

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
    CONSTRAINT dispatches_check CHECK (((messages_delivered + messages_failed) <= messages_total)),
    CONSTRAINT dispatches_check1 CHECK ((messages_sent <= messages_total)),
    CONSTRAINT dispatches_status_check CHECK ((status = ANY (ARRAY['CREATED'::text, 'STARTED'::text, 'STOPPED'::text, 'COMPLETED'::text])))
)
WITH (fillfactor='50');

ALTER TABLE public.dispatches ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.dispatches_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.engine_counters (
    name text NOT NULL,
    value bigint DEFAULT 0 NOT NULL
);

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
    dispatch_id integer NOT NULL,
    kind text NOT NULL,
    messages integer NOT NULL,
    reserved_micros bigint NOT NULL,
    spent_micros bigint NOT NULL,
    budget_micros bigint,
    committed_micros bigint,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT ledger_kind_check CHECK ((kind = ANY (ARRAY['reserve'::text, 'settle'::text]))),
    CONSTRAINT ledger_spent_micros_check CHECK ((spent_micros >= 0))
);

ALTER TABLE public.ledger ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.ledger_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

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
    text text
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

CREATE TABLE public.partner_tokens (
    public_id text NOT NULL,
    partner_id integer NOT NULL,
    digest bytea NOT NULL,
    token_version integer NOT NULL,
    expires_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL
);

CREATE TABLE public.partners (
    id integer NOT NULL,
    login text NOT NULL,
    password_hash text NOT NULL,
    token_version integer DEFAULT 1 NOT NULL,
    currency text DEFAULT 'RUB'::text NOT NULL,
    status text DEFAULT 'ACTIVE'::text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT partners_status_check CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'DISABLED'::text])))
);

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

CREATE TABLE public.sender_fees (
    brand text NOT NULL,
    value_micros bigint NOT NULL,
    currency text NOT NULL,
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
    created_at timestamp with time zone NOT NULL
);

ALTER TABLE public.senders ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.senders_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
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
    held_since timestamp with time zone
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
    CONSTRAINT tariffs_pricing_model_check CHECK ((pricing_model = ANY (ARRAY['FIXED'::text, 'SCALED'::text, 'MAU'::text]))),
    CONSTRAINT tariffs_sender_type_check CHECK ((sender_type = ANY (ARRAY['COMMON'::text, 'START'::text, 'PRO'::text]))),
    CONSTRAINT tariffs_traffic_type_check CHECK ((traffic_type = ANY (ARRAY['PROMO'::text, 'SERVICE'::text, 'TRANSACT'::text, 'AUTHORIZE'::text])))
);

ALTER TABLE ONLY public.batches
    ADD CONSTRAINT batches_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.callback_batches
    ADD CONSTRAINT callback_batches_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.callback_endpoints
    ADD CONSTRAINT callback_endpoints_company_id_identity_digest_key UNIQUE (company_id, identity_digest);

ALTER TABLE ONLY public.callback_endpoints
    ADD CONSTRAINT callback_endpoints_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.companies
    ADD CONSTRAINT companies_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.company_months
    ADD CONSTRAINT company_months_pkey PRIMARY KEY (company_id, month);

ALTER TABLE ONLY public.countries
    ADD CONSTRAINT countries_code_key UNIQUE (code);

ALTER TABLE ONLY public.countries
    ADD CONSTRAINT countries_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.dispatches
    ADD CONSTRAINT dispatches_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.engine_counters
    ADD CONSTRAINT engine_counters_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.instances
    ADD CONSTRAINT instances_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.ledger
    ADD CONSTRAINT ledger_pkey PRIMARY KEY (id);

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

ALTER TABLE ONLY public.partner_tokens
    ADD CONSTRAINT partner_tokens_pkey PRIMARY KEY (public_id);

ALTER TABLE ONLY public.partners
    ADD CONSTRAINT partners_login_key UNIQUE (login);

ALTER TABLE ONLY public.partners
    ADD CONSTRAINT partners_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.ported_numbers
    ADD CONSTRAINT ported_numbers_pkey PRIMARY KEY (destination);

ALTER TABLE ONLY public.receipts
    ADD CONSTRAINT receipts_link_id_operator_message_id_state_key UNIQUE (link_id, operator_message_id, state);

ALTER TABLE ONLY public.receipts
    ADD CONSTRAINT receipts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.reference_loads
    ADD CONSTRAINT reference_loads_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.sandbox_clock
    ADD CONSTRAINT sandbox_clock_pkey PRIMARY KEY (only_row);

ALTER TABLE ONLY public.sender_fees
    ADD CONSTRAINT sender_fees_pkey PRIMARY KEY (brand);

ALTER TABLE ONLY public.senders
    ADD CONSTRAINT senders_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.strands
    ADD CONSTRAINT strands_pkey PRIMARY KEY (dispatch_id, strand);

ALTER TABLE ONLY public.tariff_prices
    ADD CONSTRAINT tariff_prices_pkey PRIMARY KEY (tariff_id, count_from);

ALTER TABLE ONLY public.tariffs
    ADD CONSTRAINT tariffs_pkey PRIMARY KEY (id);

CREATE INDEX batches_due ON public.batches USING btree (due_at) WHERE (state = ANY (ARRAY[0, 2]));

CREATE INDEX batches_expiring ON public.batches USING btree (expires_at) WHERE (state = 3);

CREATE INDEX batches_in_flight ON public.batches USING btree (in_flight_at) WHERE (state = 1);

CREATE INDEX batches_of_dispatch ON public.batches USING btree (dispatch_id);

CREATE INDEX batches_on_links ON public.batches USING btree (link_id) WHERE (state = ANY (ARRAY[0, 1]));

CREATE INDEX callback_batches_due ON public.callback_batches USING btree (next_try_at);

CREATE INDEX callback_batches_of_endpoint ON public.callback_batches USING btree (endpoint_id, attempts, id);

CREATE INDEX companies_of_partner ON public.companies USING btree (partner_id, id);

CREATE INDEX dispatches_of_company ON public.dispatches USING btree (company_id, id DESC);

CREATE INDEX dispatches_open ON public.dispatches USING btree (id) WHERE ((status = ANY (ARRAY['STARTED'::text, 'STOPPED'::text])) AND (ended_at IS NULL));

CREATE INDEX ledger_of_dispatch ON public.ledger USING btree (dispatch_id);

CREATE INDEX ledger_of_month ON public.ledger USING btree (company_id, month);

CREATE INDEX messages_of_dispatch ON ONLY public.messages USING btree (dispatch_id, seq, strand);

CREATE INDEX operator_refs_lookup ON ONLY public.operator_refs USING btree (link_id, operator_message_id);

CREATE INDEX operator_refs_of_long_messages ON ONLY public.operator_refs USING btree (message_id) WHERE (parts > 1);

CREATE INDEX partner_tokens_of_partner ON public.partner_tokens USING btree (partner_id);

CREATE INDEX receipts_due ON public.receipts USING btree (due_at);

CREATE UNIQUE INDEX senders_live_names ON public.senders USING btree (company_id, channel_type, brand, sender_name) WHERE (status <> ALL (ARRAY['REJECTED'::text, 'DENIED'::text, 'CLOSED'::text]));

CREATE INDEX senders_of_company ON public.senders USING btree (company_id, id);

CREATE INDEX strands_runnable ON public.strands USING btree (channel_type, route, next_at) WHERE runnable;

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

ALTER TABLE ONLY public.partner_tokens
    ADD CONSTRAINT partner_tokens_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES public.partners(id);

ALTER TABLE ONLY public.senders
    ADD CONSTRAINT senders_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.senders
    ADD CONSTRAINT senders_country_id_fkey FOREIGN KEY (country_id) REFERENCES public.countries(id);

ALTER TABLE ONLY public.strands
    ADD CONSTRAINT strands_dispatch_id_fkey FOREIGN KEY (dispatch_id) REFERENCES public.dispatches(id);

ALTER TABLE ONLY public.tariff_prices
    ADD CONSTRAINT tariff_prices_tariff_id_fkey FOREIGN KEY (tariff_id) REFERENCES public.tariffs(id);
