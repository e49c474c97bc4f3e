// Rules of the project beyond the linter: owners of tables, length and names of files.
import { describe, expect, test } from 'vitest';
import { readSources } from './source-files.ts';

const LINES_MAX = 300;
/** The formatter cuts code; comments stay as they are written. */
const COLUMNS_MAX = 120;
const NAMELESS = [
  'util',
  'utils',
  'helper',
  'helpers',
  'common',
  'base',
  'manager',
  'service',
  'services',
  'misc',
  'data',
  'info',
];

/** Folder under server/src → tables that only this folder writes. A table has one owner. */
const OWNERS: Readonly<Record<string, readonly string[]>> = {
  platform: ['engine_marks', 'instances', 'leaderships', 'migrations', 'reference_loads', 'sandbox_clock'],
  'features/access': ['partners', 'partner_tokens', 'api_keys', 'known_sign_ins'],
  'features/back-office': ['staff', 'staff_tokens', 'staff_actions'],
  'features/blacklist': ['blacklist', 'blocked_numbers', 'blocked_sender_names'],
  'features/callbacks': [
    'callback_attempts',
    'callback_batches',
    'callback_endpoints',
    'callback_ranges',
    'callback_replays',
    'callback_secrets',
    'event_batches',
    'event_inbox',
    'event_sequences',
  ],
  'features/companies': ['companies'],
  'features/dispatches': ['dispatches', 'text_removals', 'dispatch_refusals', 'rejected_recipients'],
  'features/duty': ['duty_alerts', 'duty_contacts', 'duty_notices', 'duty_silences', 'duty_state'],
  'features/queue': ['strands', 'batches', 'dispatch_rates', 'link_resends'],
  'features/documents': ['documents', 'document_uploads'],
  'features/ledger': [
    'company_months',
    'ledger',
    'mau_recipients',
    'package_reserves',
    'volume_counters',
    'wallet_entries',
    'wallets',
  ],
  'features/inbound': ['inbound_messages', 'inbound_rules', 'inbound_windows'],
  'features/short-links': ['link_clicks', 'short_links'],
  'features/subscribers': ['address_books', 'push_devices', 'subscriber_invites', 'subscribers'],
  'features/messages': ['messages', 'message_codes', 'erasures'],
  'features/numbering': ['number_ranges', 'ported_numbers'],
  'features/operator-links': ['link_routes', 'operator_links', 'operator_accounts'],
  'features/request-log': ['request_log'],
  'features/receipts': ['receipts', 'operator_refs', 'malformed_pdus'],
  'features/sender-accounts': ['sender_accounts'],
  'features/senders': ['senders', 'sender_moves', 'sender_fee_charges', 'shared_name_days'],
  'features/sessions': ['sessions', 'partner_users', 'sign_in_links', 'partner_actions', 'failed_sign_ins'],
  'features/settlement': [
    'engine_counters',
    'cascade_due',
    'code_outcomes',
    'evidence_marks',
    'last_audits',
    'margin_days',
    'spend_alarms',
    'unproven_sends',
  ],
  'features/idempotency': ['idempotency_keys'],
  'features/switches': ['feature_switches'],
  'features/traffic-centers': ['traffic_centers'],
  'features/tariffs': [
    'price_lists',
    'tariffs',
    'tariff_prices',
    'sender_fees',
    'countries',
    'message_errors',
    'exchange_rates',
  ],
  'features/templates': ['templates'],
  'features/verification': [
    'captcha_health',
    'verification_known_numbers',
    'verification_profiles',
    'verification_unconfirmed',
    'verification_widgets',
    'verifications',
    'verification_messages',
    'widget_sessions',
    'widget_tokens',
    'widget_errors',
    'verification_rates',
    'verification_prefixes',
    'verification_wrongs',
    'verification_days',
    'flashcall_conversions',
    'verification_plans',
    'verification_facts',
    'verification_conversions',
    'verification_scores',
  ],
};

/** The only table with two writers: the product writes the settings of users, the queue the counters and the end. */
const SECOND_WRITERS: Readonly<Record<string, readonly string[]>> = { 'features/queue': ['dispatches'] };
const FILES_MAX = 25;
/** Written by a program, and never read in full. */
const GENERATED = 'sdk/src/generated/';
/** The only files that re-export: the entry points of the packages. */
const ENTRIES = ['sdk/src/entry.ts', 'sdk/src/partner-entry.ts', 'smpp/src/entry.ts'];

/** VitePress demands this name. */
const NAMED_BY_TOOLS = ['site/.vitepress/theme/index.ts'];

const code = readSources(['.ts', '.tsx', '.mjs', '.css']);
const program = readSources(['.ts'], ['server']).filter(
  ({ path }) => path.startsWith('server/src/') && !path.endsWith('.test.ts'),
);
const migrations = readSources(['.sql'], ['server/migrations']);
const tables = new Set(
  migrations.flatMap(({ text }) =>
    [...text.matchAll(/create table (?:if not exists )?(\w+)/g)].map((found) => found[1] ?? ''),
  ),
);

const withoutComments = (text: string) => text.replaceAll(/^\s*(\/\/|\*|\/\*).*$/gm, '');

function writtenTables(text: string): string[] {
  const writes = /\b(?:insert\s+into|update|delete\s+from|copy|truncate(?:\s+table)?)\s+(?:only\s+)?(\w+)/gi;
  return [...withoutComments(text).matchAll(writes)]
    .map((found) => found[1] ?? '')
    .filter((name) => tables.has(name) || name === 'migrations');
}

describe('tables', () => {
  test('have exactly one owner each', () => {
    const owned = Object.values(OWNERS).flat();
    expect(owned.toSorted()).toEqual([...new Set([...tables, 'migrations'])].toSorted());
  });

  test('are written only by their owner', () => {
    const breaches = program.flatMap(({ path, text }) => {
      const [owner] = Object.keys(OWNERS).filter((folder) => path.startsWith(`server/src/${folder}/`));
      const own = owner === undefined ? [] : [...(OWNERS[owner] ?? []), ...(SECOND_WRITERS[owner] ?? [])];
      return writtenTables(text)
        .filter((table) => !own.includes(table))
        .map((table) => `${path} writes ${table}`);
    });
    expect(breaches).toEqual([]);
  });

  test('writes are found in every spelling', () => {
    const spellings = [
      'insert into batches (id)',
      'UPDATE batches b set',
      'delete from batches',
      'copy batches (id) from',
      'update only batches',
    ];
    for (const spelling of spellings) expect(writtenTables(`tx.query('${spelling}')`)).toEqual(['batches']);
    expect(writtenTables('// update batches\nselect 1 from batches for update of batches')).toEqual([]);
  });
});

describe('files', () => {
  test(`have at most ${LINES_MAX} lines`, () => {
    const written = [...code, ...migrations].filter(({ path }) => !path.startsWith(GENERATED));
    const long = written.map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }));
    expect(long.filter(({ lines }) => lines > LINES_MAX)).toEqual([]);
  });

  test(`share a folder of the server with at most ${FILES_MAX - 1} others`, () => {
    const folders = Map.groupBy(
      code.filter(({ path }) => path.startsWith('server/src/')),
      ({ path }) => path.slice(0, path.lastIndexOf('/')),
    );
    const full = [...folders].filter(([, files]) => files.length > FILES_MAX);
    expect(full.map(([folder, files]) => `${folder}: ${files.length}`)).toEqual([]);
  });

  test(`have comments of at most ${COLUMNS_MAX} columns`, () => {
    const long = code.flatMap(({ path, text }) =>
      text
        .split('\n')
        .flatMap((line, at) =>
          /^\s*(\/\/|\/?\*)/.test(line) && line.length > COLUMNS_MAX ? [`${path}:${at + 1}`] : [],
        ),
    );
    expect(long.filter((place) => !place.startsWith(GENERATED))).toEqual([]);
  });

  test('have specific names', () => {
    const words = (path: string) => (path.split('/').at(-1) ?? '').split(/[.-]/);
    expect(
      code.filter(({ path }) => words(path).some((word) => NAMELESS.includes(word))).map(({ path }) => path),
    ).toEqual([]);
  });

  test('do not only re-export', () => {
    expect(code.filter(({ path }) => /\/index\.\w+$/.test(path)).map(({ path }) => path)).toEqual(NAMED_BY_TOOLS);
    const exporting = code.filter(({ text }) => /^export (\*|\{[^}]*\}) from/m.test(text)).map(({ path }) => path);
    expect(exporting.toSorted()).toEqual(ENTRIES);
  });

  test('mark open work only with the number of an issue', () => {
    const marks = new RegExp(
      String.raw`\b(${['TO', 'FIX'].map((start) => `${start}${start === 'TO' ? 'DO' : 'ME'}`).join('|')})\b(?!\(#\d+\))`,
    );
    expect(code.filter(({ text }) => marks.test(text)).map(({ path }) => path)).toEqual([]);
  });

  test('contain no paths of a machine', () => {
    const anywhere = [...code, ...readSources(['.json', '.md', '.sql', '.csv', '.yml', '.yaml', '.service'])];
    const machine = /\/(home|Users|work|root)\/[\w.]|\b[A-Z]:\\\w/;
    expect(anywhere.filter(({ text }) => machine.test(text)).map(({ path }) => path)).toEqual([]);
  });
});
