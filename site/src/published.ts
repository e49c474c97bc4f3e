// The documents that the site publishes, in the order of its menus. A document that is not listed here is for people
// who change Volley; links to it become plain text.
import type { Language } from './language.ts';

export type Title = Readonly<Record<Language, string>>;
export type Document = { readonly slug: string; readonly source: string; readonly title: Title };
export type Group = { readonly title: Title; readonly documents: readonly Document[] };

const guide = (name: string, en: string, ru: string): Document => ({
  slug: `guides/${name}`,
  source: `docs/guides/${name}.md`,
  title: { en, ru },
});
const channel = (name: string, en: string, ru = en): Document => ({
  slug: `channels/${name}`,
  source: `docs/guides/channels/${name}.md`,
  title: { en, ru },
});
const operating = (name: string, en: string, ru: string): Document => ({
  slug: `operating/${name}`,
  source: `docs/operating/${name}.md`,
  title: { en, ru },
});
const from = (source: string, slug: string, en: string, ru: string): Document => ({ slug, source, title: { en, ru } });

/** Section of README.md that is a page of its own. */
export const QUICK_START = { source: 'README.md', heading: 'Five minutes', slug: 'guides/quick-start' } as const;

export const GUIDES: readonly Group[] = [
  {
    title: { en: 'Get started', ru: 'Начало работы' },
    documents: [
      from(QUICK_START.source, QUICK_START.slug, 'Five minutes', 'Пять минут'),
      guide('first-dispatch', 'Your first dispatch', 'Первая рассылка'),
      guide('sandbox-numbers', 'Sandbox numbers', 'Номера песочницы'),
      guide('phone-page', 'The phone page', 'Страница телефона'),
      guide('console', 'The console', 'Консоль'),
    ],
  },
  {
    title: { en: 'Send', ru: 'Отправка' },
    documents: [
      guide('messaging-api', 'Messaging API', 'API сообщений'),
      guide('partner-api', 'Partner API', 'Партнёрский API'),
      guide('templates', 'Templates and sender names', 'Шаблоны и имена'),
      guide('subscribers', 'Subscribers of bots', 'Подписчики ботов'),
    ],
  },
  {
    title: { en: 'Verify numbers', ru: 'Проверка номеров' },
    documents: [guide('verification', 'Codes', 'Коды'), guide('widget', 'The widget', 'Виджет')],
  },
  {
    title: { en: 'Receive', ru: 'Приём событий' },
    documents: [
      guide('receive-callbacks', 'Receive callbacks', 'Приём колбэков'),
      guide('listen', 'Callbacks on your machine', 'Колбэки на своей машине'),
    ],
  },
  {
    title: { en: 'Channels', ru: 'Каналы' },
    documents: [
      channel('whatsapp', 'WhatsApp'),
      channel('telegram', 'Telegram'),
      channel('max', 'MAX'),
      channel('vk', 'VK', 'ВКонтакте'),
      channel('viber', 'Viber'),
      guide('http-channel', 'Carry a channel over HTTP', 'Канал по HTTP'),
    ],
  },
  {
    title: { en: 'Clients', ru: 'Клиенты' },
    documents: [
      guide('client', 'Client and command line', 'Клиент и командная строка'),
      guide('generate-clients', 'Generated clients', 'Сгенерированные клиенты'),
    ],
  },
  {
    title: { en: 'Rules', ru: 'Правила' },
    documents: [
      guide('errors', 'Refusals', 'Отказы'),
      guide('limits', 'Limits', 'Ограничения'),
      from('docs/pricing/worked-examples.md', 'pricing', 'Prices', 'Цены'),
      from('docs/glossary.md', 'glossary', 'Glossary', 'Словарь'),
    ],
  },
];

export const OPERATING: readonly Group[] = [
  {
    title: { en: 'Install and maintain', ru: 'Установка и сопровождение' },
    documents: [
      operating('install', 'Install', 'Установка'),
      operating('settings', 'Settings', 'Настройки'),
      operating('kubernetes', 'Kubernetes', 'Kubernetes'),
      operating('upgrade', 'Upgrade', 'Обновление'),
      operating('backup-and-restore', 'Backup and restore', 'Резервные копии'),
      operating('key-rotation', 'Key rotation', 'Смена ключей'),
      operating('supported', 'Supported versions', 'Поддерживаемые версии'),
    ],
  },
  {
    title: { en: 'Connect', ru: 'Подключения' },
    documents: [
      operating('connect-an-operator', 'Operators', 'Операторы'),
      operating('aggregators', 'Aggregators', 'Агрегаторы'),
      operating('whatsapp-cloud', 'WhatsApp Cloud API', 'WhatsApp Cloud API'),
      operating('telegram-bots', 'Telegram bots', 'Боты Telegram'),
      operating('telegram-gateway', 'Telegram Gateway', 'Telegram Gateway'),
      operating('max-bots', 'MAX bots', 'Боты MAX'),
      operating('vk-bots', 'VK communities', 'Сообщества ВКонтакте'),
    ],
  },
  {
    title: { en: 'Run', ru: 'Работа' },
    documents: [
      operating('metrics-and-alarms', 'Metrics and alarms', 'Метрики и оповещения'),
      operating('alerts-to-duty', 'Alerts to people on duty', 'Оповещения дежурных'),
      operating('traces', 'Traces', 'Трассировка'),
      operating('runbook', 'Runbook', 'Действия при сбоях'),
      operating('callbacks', 'Callbacks', 'Колбэки'),
      operating('back-office', 'Back office', 'Бэк-офис'),
      operating('margin', 'Margin', 'Маржа'),
    ],
  },
  {
    title: { en: 'How it works', ru: 'Как это устроено' },
    documents: [
      from('docs/architecture/batches.md', 'operating/batches', 'Batches', 'Пачки'),
      from('docs/architecture/crashes.md', 'operating/crashes', 'Crashes', 'Сбои'),
      from('docs/architecture/events-and-channels.md', 'operating/events', 'Events and channels', 'События и каналы'),
      from('SECURITY.md', 'operating/security', 'Security', 'Безопасность'),
    ],
  },
];

export const CHANGELOG: Document = from('CHANGELOG.md', 'changelog', 'Changelog', 'Изменения');

export const DOCUMENTS: readonly Document[] = [
  ...[...GUIDES, ...OPERATING].flatMap(({ documents }) => documents),
  CHANGELOG,
];

/** Place of a translation; the English document is the source of truth. `docs/guides/a.md`: `docs/guides/ru/a.md`. */
export function translationOf(source: string): string {
  if (source === QUICK_START.source) return 'docs/guides/ru/quick-start.md';
  const [folder, part, ...rest] = source.split('/');
  if (folder === 'docs' && rest.length > 0) return [folder, part, 'ru', ...rest].join('/');
  return `docs/ru/${source.replace(/^docs\//, '')}`;
}
