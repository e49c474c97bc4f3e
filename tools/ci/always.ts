// Test files that every run of CI includes: everything about money, isolation and sending, the promises of both APIs,
// and one journey per feature, connector and page. Of several journeys the cheapest: together they use at most about a
// third of the CPU of all files (`npm run ledger`).

/** Folder → its files without `.test.ts`, or the whole folder. */
export const ALWAYS: Readonly<Record<string, readonly string[] | 'all'>> = {
  'server/test': ['every-endpoint', 'docs-pages', 'reference'],
  'server/test/money': 'all',
  'server/test/isolation': 'all',
  'server/test/planning': 'all',
  'server/test/partner-api/conformance': 'all',
  'server/test/messaging-api/conformance': 'all',
  'server/test/journeys/dispatches': 'all',
  // The engine and its models, and the rows that a crash leaves behind.
  'server/test/storage': [
    'audit-messages',
    'crashed-connector',
    'due-doubts',
    'ends-in-bulk',
    'engine-model',
    'message-rows',
    'months-model',
    'move-messages',
    'prepared-statements',
    'send-lists',
    'sending-hours',
    'sends-model',
  ],
  'server/test/journeys/links': ['fairness', 'links', 'provider-codes', 'receipts'],
  'server/test/journeys/outages': ['broker', 'clock-step', 'evidence', 'paced-resends'],
  'server/test/journeys/bots': ['bot-subscriptions', 'bot-texts', 'bot-webhooks'],
  'server/test/journeys/callbacks': ['callback-addresses', 'feed-proof', 'secrets'],
  'server/test/journeys/codes': ['late-code', 'verification-fallback'],
  'server/test/journeys/messengers': [
    'cascade-and-links',
    'messenger-cascade',
    'messenger-prices',
    'partner-rest',
    'whatsapp-templates',
  ],
  'server/test/journeys/operations': ['figures'],
  'server/test/journeys/senders': ['sender-fees', 'sender-lifecycle'],
  'server/test/connectors': ['dialect-contract', 'hook-contract-early', 'smpp-link', 'telegram-gateway', 'vk-bot'],
  'server/test/messaging-api': ['balance', 'dispatch-statuses', 'dispatches', 'inbound-rules', 'refusals', 'templates'],
  'server/test/messaging-api/callbacks': ['callback-gathering', 'callbacks', 'events'],
  'server/test/messaging-api/keys': ['key-addresses', 'key-endpoints', 'key-types'],
  'server/test/messaging-api/subscribers': ['bot-events', 'push-devices', 'subscriber-list', 'subscriber-rules'],
  'server/test/messaging-api/verifier': ['verifier-auto', 'verifier-channels', 'verifier-events', 'verifier-life'],
  'server/test/partner-api': [
    'auth',
    'companies',
    'documents-kept',
    'drafts',
    'failures',
    'http',
    'idempotency',
    'message-search',
    'prices',
    'recipients',
    'sender-filters',
    'senders',
  ],
  'server/test/back-office': [
    'desk',
    'destinations',
    'duty-secrets',
    'keys',
    'link-routes',
    'margin',
    'money',
    'review',
    'roles',
    'traffic-centers',
  ],
  'server/test/console': [
    'billing',
    'blacklist',
    'console-pages',
    'estimate-months',
    'hidden-things',
    'inbound',
    'requests',
    'senders',
    'team',
    'tools',
    'verification',
  ],
  'server/test/processes': ['outages'],
  'server/test/widget': ['captcha-pass', 'files', 'session-facts', 'settings'],
  'web/e2e': ['every-page', 'truth'],
  'web/e2e/widget': ['flow'],
};

export const alwaysRun = (tests: readonly string[]): string[] => tests.filter(isAlwaysRun);

function isAlwaysRun(test: string): boolean {
  const at = test.lastIndexOf('/');
  const names = ALWAYS[test.slice(0, at)];
  return names === 'all' || names?.includes(test.slice(at + 1).replace('.test.ts', '')) === true;
}
