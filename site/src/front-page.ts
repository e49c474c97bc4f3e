// The front page: three readers, and the shortest way for each.
import { folderOf, type Language } from './language.ts';

type Reader = {
  readonly icon: string;
  readonly title: string;
  readonly details: string;
  readonly link: string;
  readonly go: string;
};
type Front = {
  readonly title: string;
  readonly text: string;
  readonly tagline: string;
  readonly start: string;
  readonly reference: string;
  readonly readers: readonly Reader[];
  readonly first: string;
  readonly more: string;
  readonly links: readonly (readonly [words: string, slug: string, about: string])[];
  readonly untranslated?: string;
};

const drawn = (paths: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="26" height="26" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${paths}</svg>`;
const PEOPLE = drawn(
  '<circle cx="9" cy="8" r="3.2"/><path d="M3 19c.6-3.4 3-5 6-5s5.400 1.600 6 5"/><path d="M16 5.300a3.200 3.200 0 0 1 0 5.400M18 14.400c1.700.8 2.700 2.300 3 4.600"/>',
);
const BRACKETS = drawn('<path d="m8 7-5 5 5 5M16 7l5 5-5 5M13.500 5l-3 14"/>');
const SERVER = drawn(
  '<rect x="3.500" y="4" width="17" height="7" rx="2"/><rect x="3.500" y="13" width="17" height="7" rx="2"/><path d="M7.500 7.500h.01M7.500 16.500h.01M11 7.500h6M11 16.500h6"/>',
);

const CALL = `curl https://volley.example/api/v1/message \\
  -H "Authorization: Bearer $KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{
    "channelType": "SMS",
    "senderName": "CornerShop",
    "destination": "79161230001",
    "content": "Your order is ready"
  }'`;

const FRONT: Readonly<Record<Language, Front>> = {
  en: {
    title: 'Volley documentation',
    text: 'Messages that arrive, and books that add up',
    tagline:
      'SMS, messengers, calls and codes over one API: every message has a status, every kopeck has a ledger row.',
    start: 'Five minutes',
    reference: 'API reference',
    readers: [
      {
        icon: PEOPLE,
        title: 'Partner',
        details:
          'You send for your clients: companies with budgets, sender names, dispatches to millions of recipients, reports.',
        link: 'guides/first-dispatch',
        go: 'Your first dispatch',
      },
      {
        icon: BRACKETS,
        title: 'Developer',
        details:
          'You send from your program: single messages, cascades over channels, one-time codes, callbacks, clients in your language.',
        link: 'guides/messaging-api',
        go: 'Messaging API',
      },
      {
        icon: SERVER,
        title: 'Operator',
        details:
          'You run an installation: set it up, connect operators and messengers, watch it, upgrade it, act when something fails.',
        link: 'operating/install',
        go: 'Install',
      },
    ],
    first: 'A message in one call',
    more: 'Look something up',
    links: [
      ['Error codes', 'errors/index', 'every code: its meaning, who can fix it, whether it is charged'],
      ['Reference', 'reference/messaging/index', 'every call of the messaging API with examples'],
      ['Partner reference', 'reference/partner/index', 'every call of the partner API with examples'],
      ['Channels', 'channels/whatsapp', 'WhatsApp, Telegram, MAX, VK and Viber: accounts, limits, statuses'],
      ['Callbacks', 'guides/receive-callbacks', 'receivers in six languages that check the signature'],
      ['Limits', 'guides/limits', 'rates, sizes and lifetimes in one table'],
      ['Prices', 'pricing', 'how a message gets its price, with worked examples'],
      ['Changelog', 'changelog', 'changes that matter for an upgrade'],
    ],
  },
  ru: {
    title: 'Документация Volley',
    text: 'Сообщения доходят, деньги сходятся',
    tagline:
      'SMS, мессенджеры, звонки и коды через один API: у каждого сообщения есть статус, у каждой копейки — строка в учёте.',
    start: 'Пять минут',
    reference: 'Справочник API',
    readers: [
      {
        icon: PEOPLE,
        title: 'Партнёру',
        details:
          'Вы отправляете для своих клиентов: компании с бюджетами, имена отправителей, рассылки на миллионы получателей, отчёты.',
        link: 'guides/first-dispatch',
        go: 'Первая рассылка',
      },
      {
        icon: BRACKETS,
        title: 'Разработчику',
        details:
          'Вы отправляете из своей программы: отдельные сообщения, каскады по каналам, одноразовые коды, колбэки, клиенты на вашем языке.',
        link: 'guides/messaging-api',
        go: 'API сообщений',
      },
      {
        icon: SERVER,
        title: 'Оператору платформы',
        details:
          'Вы ведёте установку: разворачиваете, подключаете операторов и мессенджеры, наблюдаете, обновляете, действуете при сбоях.',
        link: 'operating/install',
        go: 'Установка',
      },
    ],
    first: 'Сообщение одним вызовом',
    more: 'Найти нужное',
    links: [
      ['Коды ошибок', 'errors/index', 'каждый код: что означает, кто может исправить, оплачивается ли'],
      ['Справочник', 'reference/messaging/index', 'все вызовы API сообщений с примерами'],
      ['Справочник партнёра', 'reference/partner/index', 'все вызовы партнёрского API с примерами'],
      ['Каналы', 'channels/whatsapp', 'WhatsApp, Telegram, MAX, ВКонтакте и Viber: аккаунты, ограничения, статусы'],
      ['Колбэки', 'guides/receive-callbacks', 'приёмники на шести языках с проверкой подписи'],
      ['Ограничения', 'guides/limits', 'частота, размеры и сроки в одной таблице'],
      ['Цены', 'pricing', 'как складывается цена сообщения, с примерами'],
      ['Изменения', 'changelog', 'что важно при обновлении'],
    ],
    untranslated:
      'Раздел «Эксплуатация», описания полей в справочнике и список изменений — на английском, остальное — на русском.',
  },
};

export function frontPage(language: Language): string {
  const front = FRONT[language];
  const at = (slug: string): string => `/${folderOf(language)}${slug.replace(/index$/, '')}`;
  // YAML reads JSON.
  const matter = {
    layout: 'home',
    title: front.title,
    titleTemplate: false,
    hero: {
      name: 'Volley',
      text: front.text,
      tagline: front.tagline,
      actions: [
        { theme: 'brand', text: front.start, link: at('guides/quick-start') },
        { theme: 'alt', text: front.reference, link: at('reference/messaging/index') },
      ],
    },
    features: front.readers.map(({ icon, title, details, link, go }) => ({
      icon,
      title,
      details,
      link: at(link),
      linkText: go,
    })),
  };
  const links = front.links.map(([words, slug, about]) => `- [${words}](/${folderOf(language)}${slug}.md) ${about}`);
  return [
    `---\n${JSON.stringify(matter)}\n---`,
    `## ${front.first} {#first}`,
    `\`\`\`sh\n${CALL}\n\`\`\``,
    `## ${front.more} {#more}`,
    `<div class="look-up">\n\n${links.join('\n')}\n\n</div>`,
    ...(front.untranslated === undefined ? [] : [front.untranslated]),
    '',
  ].join('\n\n');
}
