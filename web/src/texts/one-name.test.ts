// Every thing has one name: statuses and objects that several areas show, words that a second name would use, and names
// of the API that must not reach a page.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const LANGUAGES = ['en', 'ru'] as const;
type Language = (typeof LANGUAGES)[number];

const folder = new URL('./', import.meta.url);

function textsOf(language: Language): Map<string, string> {
  const place = new URL(`${language}/`, folder);
  return new Map(
    readdirSync(place).flatMap((file): [string, string][] => {
      const texts: unknown = JSON.parse(readFileSync(new URL(file, place), 'utf8'));
      return Object.entries(texts as Record<string, string>); // the shape is checked by texts.test.ts
    }),
  );
}

const TEXTS = { en: textsOf('en'), ru: textsOf('ru') };

/** Sentence case in a table, lower case in a sentence: both are the same name. */
const named = (language: Language, id: string) => TEXTS[language].get(id)?.toLowerCase() ?? `no text ${id}`;

/** Areas that name the same values: `companies.state.queued` is `dispatches.state.queued`. */
const SAME_VALUES = {
  'message state': [
    'dispatches.state',
    'messages.state',
    'companies.state',
    'overview.state',
    'shell.state',
    'backOffice.count',
  ],
  'dispatch status': ['dispatches.status', 'companies.dispatches.status'],
  'sender status': ['senders.status', 'backOffice.status'],
  'company status': ['companies.status', 'backOffice.company'],
  'key status': ['developers.keys.status', 'backOffice.key'],
} as const;

const VALUES = {
  'message state': ['queued', 'withOperator', 'delivered', 'failed'],
  'dispatch status': ['CREATED', 'STARTED', 'STOPPED', 'COMPLETED'],
  'sender status': [
    'DRAFT',
    'PRE_REVIEW',
    'INTERNAL_REVIEW',
    'EXTERNAL_REVIEW',
    'AWAITING',
    'APPROVED',
    'REJECTED',
    'DENIED',
    'CLOSED',
  ],
  'company status': ['ACTIVE', 'DISABLED'],
  'key status': ['ACTIVE', 'INACTIVE'],
} as const satisfies Record<keyof typeof SAME_VALUES, readonly string[]>;

/** Texts that name one object, one status or one reason. */
const SAME_THINGS: readonly (readonly string[])[] = [
  ['messages.state.queued', 'messages.step.queued', 'backOffice.message.CREATED', 'backOffice.ops.queued'],
  ['messages.state.withOperator', 'backOffice.message.SENT', 'senders.status.EXTERNAL_REVIEW'],
  ['messages.state.delivered', 'messages.step.delivered', 'backOffice.message.DELIVERED', 'backOffice.trace.delivered'],
  ['messages.state.failed', 'messages.step.failed', 'backOffice.message.FAILED', 'backOffice.trace.failed'],
  ['messages.step.sent', 'backOffice.trace.sent'],
  ['team.status.active', 'backOffice.person.ACTIVE'],
  ['team.status.disabled', 'backOffice.person.DISABLED'],
  ['overview.callbacks.well', 'developers.targets.fine', 'backOffice.ops.answering'],
  ['overview.callbacks.failing', 'developers.targets.failing', 'backOffice.ops.failing'],
  ['developers.targets.givenUp', 'developers.delivery.state.given-up', 'backOffice.ops.givenUp'],
  ['senders.suspended', 'backOffice.review.suspended'],
  ['senders.turn.partner', 'senders.turn.said.partner'],
  ['dispatches.notSent.blacklist', 'tools.verdict.453', 'newDispatch.code.453', 'shell.search.blacklist'],
  ['tools.verdict.454', 'newDispatch.code.454'],
  ['dispatches.notSent.restricted', 'tools.verdict.455'],
  ['tools.verdict.456', 'newDispatch.code.456'],
  ['dispatches.notSent.no-sender', 'tools.verdict.457', 'newDispatch.code.457'],
  ['tools.verdict.7401', 'newDispatch.code.7401'],
  ['billing.wallet', 'billing.op.wallet', 'backOffice.column.wallet', 'backOffice.wallet.title'],
  ['billing.kind.wallet-top-up', 'backOffice.move.top-up'],
  ['billing.kind.wallet-correction', 'backOffice.move.correct'],
  ['billing.kind.wallet-reserve', 'backOffice.move.reserve'],
  ['billing.kind.wallet-spend', 'backOffice.move.settle'],
  ['billing.fees', 'companies.months.fees'],
  ['senders.page.fee', 'backOffice.review.fee', 'backOffice.subject.sender-fee'],
  ['billing.forecast', 'companies.spending.forecast'],
  ['billing.late', 'companies.months.late'],
  ['billing.tariff.plan', 'backOffice.tariffs.plan', 'backOffice.review.plan'],
  ['newDispatch.cost.price', 'backOffice.tariffs.price'],
  ['companies.facts.counteragent', 'backOffice.column.counteragent'],
  ['shell.nav.callbacks', 'developers.callbacks.title', 'overview.callbacks', 'messages.callbacks'],
  ['shell.nav.keys', 'developers.keys.title', 'backOffice.keys.title'],
  ['shell.search.key', 'backOffice.subject.key'],
  ['shell.nav.requests', 'developers.requests.title'],
  ['shell.nav.centers', 'developers.centers.title'],
  ['developers.center', 'backOffice.subject.traffic-center'],
  ['developers.inbound.title', 'backOffice.company.inbound'],
  ['shell.nav.dispatches', 'dispatches.title', 'newDispatch.back'],
  ['shell.search.dispatch', 'dispatches.column.name', 'messages.dispatch', 'backOffice.trace.dispatch'],
  ['shell.nav.messages', 'messages.title', 'messages.found', 'overview.messages'],
  ['shell.nav.companies', 'companies.title', 'backOffice.nav.companies'],
  ['shell.nav.senders', 'senders.title', 'companies.senders', 'dispatches.fact.senders', 'newDispatch.senders'],
  ['senders.title', 'developers.inbound.names', 'backOffice.blocks.names', 'backOffice.column.senders'],
  ['shell.search.sender', 'senders.form.name', 'messages.sender', 'messages.by.sender', 'dispatches.column.sender'],
  ['senders.form.name', 'newDispatch.senders.name', 'tools.numbers.sender', 'tools.column.sender'],
  ['senders.form.name', 'backOffice.column.name', 'backOffice.review.one', 'backOffice.blocks.one.names'],
  ['senders.form.description', 'backOffice.review.description'],
  ['overview.running', 'companies.running', 'backOffice.column.running', 'backOffice.company.running'],
  ['backOffice.links.link', 'backOffice.subject.link'],
  ['backOffice.ops.inFlight', 'backOffice.links.outstanding', 'backOffice.batch.in-flight'],
  ['kit.requestId', 'developers.requests.id', 'backOffice.audit.request'],
  ['settings.sessions.address', 'team.audit.address'],
  ['dispatches.fact.window', 'newDispatch.review.window'],
  ['kit.traffic.PROMO', 'kit.purpose.PROMO', 'backOffice.lane.bulk'],
];

/** A second name of a thing that has one, and the name to use. */
const SECOND_NAMES: Readonly<Record<Language, readonly (readonly [RegExp, string])[]>> = {
  en: [
    [/\bcabinet\b/i, 'partner console'],
    [/\bblock ?list\b/i, 'blacklist'],
    [/\bsubscription/i, 'monthly fee'],
    [/\bcallback address/i, 'callback endpoint'],
    [/\bcalled back\b/i, 'callback'],
    [/\bdear(er|est)\b/i, 'more expensive'],
    [/\b(nobody|somebody|anybody|everybody|whoever|anew)\b/i, 'the noun'],
    [/colour|recognis|cancelled|\be-mail\b/i, 'American spelling'],
  ],
  ru: [
    [/(?<!\p{L})сч[её]т(?!чик)/iu, 'кошелёк'],
    [/уведомлени/i, 'колбэк'],
    [/вебхук/i, 'колбэк'],
    [/абонентск/i, 'абонплата'],
    [/символ/i, 'знак'],
    [/сеанс/i, 'сессия'],
    [/подборк/i, 'сохранённый фильтр'],
    [/эксплуатац/i, 'мониторинг'],
    [/канал\p{L}* оператор/iu, 'подключение'],
    [/имена отправителя/i, 'имена отправителей'],
  ],
};

const RAW_NAMES = /\b(BEELINE|MEGAFON|TELE2|PROMO|TRANSACT|AUTHORIZE|REJECTED|PRE_REVIEW)\b/;

describe.each(LANGUAGES)('the texts in %s', (language) => {
  const values = Object.entries(SAME_VALUES).flatMap(([name, areas]) =>
    VALUES[name as keyof typeof VALUES].map((value) => [name, value, areas.map((area) => `${area}.${value}`)] as const),
  );

  test.each(values)('give the %s %s one name in every area', (_, __, ids) => {
    expect(new Set(ids.map((id) => named(language, id)))).toHaveLength(1);
  });

  test.each(SAME_THINGS.map((ids) => [ids[0], ids] as const))('name %s as the other areas name it', (_, ids) => {
    expect(Object.fromEntries(ids.map((id) => [id, named(language, id)]))).toEqual(
      Object.fromEntries(ids.map((id) => [id, named(language, ids[0] ?? '')])),
    );
  });

  test('use no second name of a thing that has one', () => {
    const found = [...TEXTS[language]].flatMap(([id, text]) =>
      SECOND_NAMES[language].filter(([second]) => second.test(text)).map(([, name]) => `${id}: use "${name}"`),
    );
    expect(found).toEqual([]);
  });

  test('show no name of the API in place of a word', () => {
    const raw = [...TEXTS[language]].filter(([, text]) => RAW_NAMES.test(text));
    expect(raw).toEqual([]);
  });
});
