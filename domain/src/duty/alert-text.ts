// Alerts in words, for notices and for the page of staff. Runs of ten digits and more are cut, whatever they come from:
// a phone number never leaves by a notice.
import { ALERT_RULES, type AlertFacts, type AlertRule } from './alert-rule.ts';
import { spanText } from './span-text.ts';

export const DUTY_LANGUAGES = ['en', 'ru'] as const;
export type DutyLanguage = (typeof DUTY_LANGUAGES)[number];

export type NamedAlert = { readonly rule: AlertRule; readonly subject: string; readonly facts: AlertFacts };

/** `fact` is empty without the fact; `seconds` are a time in words. */
type Words = (subject: string, fact: (name: string) => string) => string;

const WORDS: Readonly<Record<AlertRule, Readonly<Record<DutyLanguage, Words>>>> = {
  'link-down': {
    en: (link, fact) => `Link ${link} is down${inBrackets(fact('reason'))}`,
    ru: (link, fact) => `Подключение ${link} не работает${inBrackets(fact('reason'))}`,
  },
  'link-degraded': {
    en: (link, fact) => `Link ${link} is degraded${inBrackets(fact('because'))}`,
    ru: (link, fact) => `Подключение ${link} работает с перебоями${inBrackets(fact('because'))}`,
  },
  'codes-wait': {
    en: (_, fact) => `Codes wait: the oldest for ${fact('seconds')}`,
    ru: (_, fact) => `Коды ждут отправки: самый старый ждёт ${fact('seconds')}`,
  },
  unlinked: {
    en: (channel, fact) => `No open link for ${channel}: ${fact('messages')} messages wait`,
    ru: (channel, fact) => `Нет рабочего подключения для ${channel}, ждут сообщения: ${fact('messages')}`,
  },
  'margin-wait': {
    en: (channel, fact) =>
      `${channel}: ${fact('messages')} messages wait because every link costs more than the client pays`,
    ru: (channel, fact) => `${channel}: каждое подключение дороже цены клиента, ждут сообщения: ${fact('messages')}`,
  },
  callbacks: {
    en: (host, fact) => `Callbacks to ${host} fail: ${fact('waiting')} wait, the oldest for ${fact('seconds')}`,
    ru: (host, fact) =>
      `Колбэки на ${host} не проходят, ждут: ${fact('waiting')}, самый старый ждёт ${fact('seconds')}`,
  },
  'audit-difference': {
    en: (_, fact) => `The audit found differences: ${fact('findings')}`,
    ru: (_, fact) => `Сверка нашла расхождения: ${fact('findings')}`,
  },
  'audit-stale': {
    en: (_, fact) => `The audit does not run${inBrackets(fact('seconds') && `last: ${fact('seconds')} ago`)}`,
    ru: (_, fact) => `Сверка не работает${inBrackets(fact('seconds') && `последняя: ${fact('seconds')} назад`)}`,
  },
  'broker-away': { en: () => 'The broker (NATS) is not reachable', ru: () => 'Брокер (NATS) недоступен' },
  'sequencer-stalled': {
    en: (_, fact) => `Events are not numbered: ${fact('events')} wait`,
    ru: (_, fact) => `События не нумеруются, ждут: ${fact('events')}`,
  },
  'engine-held': {
    en: () => 'No message is sent: the database lost commits, run after-restore',
    ru: () => 'Сообщения не отправляются: база потеряла данные, выполните after-restore',
  },
  'role-missing': {
    en: (role) => `No process runs the role ${role}`,
    ru: (role) => `Нет ни одного процесса с ролью ${role}`,
  },
  'account-closed': {
    en: (sender, fact) =>
      `The provider closed the ${fact('channelType')} account of sender name ${sender} (company ${fact('companyId')})`,
    ru: (sender, fact) =>
      `Провайдер закрыл аккаунт ${fact('channelType')} имени отправителя ${sender} (компания ${fact('companyId')})`,
  },
  'template-stopped': {
    en: (template, fact) =>
      `The messenger stopped template ${template} of company ${fact('companyId')} (${fact('providerStatus')})`,
    ru: (template, fact) =>
      `Мессенджер остановил шаблон ${template} компании ${fact('companyId')} (${fact('providerStatus')})`,
  },
  partitions: {
    en: (table, fact) => `Table ${table} has partitions for ${fact('daysAhead')} days ahead only`,
    ru: (table, fact) => `Партиций таблицы ${table} осталось на дней: ${fact('daysAhead')}`,
  },
  disk: {
    en: (_, fact) => `The disk of the documents has ${fact('freePercent')} % left`,
    ru: (_, fact) => `На диске документов свободно ${fact('freePercent')} %`,
  },
  doubts: {
    en: (link, fact) => `Link ${link}: ${fact('batches')} batches in doubt, the oldest for ${fact('seconds')}`,
    ru: (link, fact) =>
      `Подключение ${link}: пакеты под вопросом: ${fact('batches')}, самый старый ждёт ${fact('seconds')}`,
  },
  spend: {
    en: (_, fact) => `Company ${fact('companyId')} spends much on ${fact('country')} today`,
    ru: (_, fact) => `Компания ${fact('companyId')} много тратит сегодня на ${fact('country')}`,
  },
  'contact-failing': {
    en: (contact, fact) => `Notices to duty contact ${contact} have failed for ${fact('seconds')}`,
    ru: (contact, fact) => `Оповещения дежурному контакту ${contact} не проходят уже ${fact('seconds')}`,
  },
};

export function alertText({ rule, subject, facts }: NamedAlert, language: DutyLanguage): string {
  const fact = (name: string): string => {
    const value = facts[name] ?? '';
    return name === 'seconds' && value !== '' ? spanText(Number(value), language) : String(value);
  };
  return withoutNumbers(WORDS[rule][language](subject, fact));
}

export const alertPage = (rule: AlertRule): string => `docs/operating/${ALERT_RULES[rule].page}`;

function withoutNumbers(text: string): string {
  return text.replaceAll(/\d{10,}/g, '…');
}

const inBrackets = (text: string) => (text === '' ? '' : ` (${text})`);
