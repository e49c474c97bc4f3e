-- Documents of companies. The bytes are in the file store under the same id; a row here means that all of them are there.

create table documents (
  id uuid primary key,
  company_id integer not null references companies,
  filename text not null,
  media_type text not null check (media_type in ('application/pdf', 'image/jpeg', 'image/png')),
  size_bytes integer not null check (size_bytes > 0),
  sha256 bytea not null,
  created_at timestamptz not null
);
create index documents_of_company on documents (company_id, created_at, id);

-- Uploads on their way. The row is there before the first byte is stored and goes in the transaction that makes the
-- document, so whatever a dead process left in the file store is known by name. Real time, no business time.
create table document_uploads (
  id uuid primary key,
  started_at timestamptz not null default clock_timestamp(),
  abandoned boolean not null default false
);
