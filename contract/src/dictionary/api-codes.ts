// Codes in error bodies: the HTTP status times ten plus a number that distinguishes cases. These codes concern the
// content of a request; transport-codes.ts has those of its transport.
import { apiPage } from './api-page.ts';
import type { Entry } from './entry.ts';
import { TRANSPORT_CODES } from './transport-codes.ts';

const REQUEST_CODES: readonly Entry[] = [
  apiPage(4000, {
    msg: 'Bad Request: [0].ttl must be between 60 and 86400',
    detail: { field: '[0].ttl', reason: 'must be between 60 and 86400', code: 'too-small' },
    related: [4130, 4150],
    en: {
      title: 'The request is invalid',
      meaning: 'A field is missing, malformed or violates a rule. Nothing was changed.',
      todo: [
        'Read `details`: it lists every fault, each with its `field`, its `reason` and a `code` for programs; `msg` contains the first of them.',
        'A member that seems to be ignored may be misspelled: the header `X-Warnings` names the unknown members.',
        'In a list of messages one malformed message refuses the whole list, and nothing was sent: correct it and send the list again.',
        'If `msg` names a disabled company, a budget or a sender name, the account manager can help.',
      ],
    },
    ru: {
      title: 'Запрос составлен неверно',
      meaning: 'Поле отсутствует, имеет неверный вид или нарушает правило. Ничего не изменено.',
      todo: [
        'Прочитайте `details`: там перечислено всё, что нужно исправить, с полем `field`, причиной `reason` и кодом `code` для программ; `msg` повторяет первое.',
        'Если поле как будто не действует, возможно, в его имени опечатка: неизвестные имена названы в заголовке `X-Warnings`.',
        'В списке сообщений неверный вид одного отклоняет весь список, и ничего не отправлено: исправьте его и отправьте список снова.',
        'Если в `msg` речь об отключённой компании, бюджете или имени отправителя, поможет менеджер.',
      ],
    },
  }),
  apiPage(4010, {
    msg: 'Not Authenticated',
    related: [4012, 4013, 4030],
    en: {
      title: 'No valid key or token',
      meaning: 'The Authorization header is missing, or its key or token is unknown, revoked or expired.',
      todo: [
        'Send `Authorization: Bearer <key>` with every request; no quotes, no line breaks.',
        'A reissued key stops at once: replace the old value everywhere.',
        'A token of the partner API is valid for a limited time: get a new one with POST /auth/token.',
      ],
    },
    ru: {
      title: 'Нет действующего ключа или токена',
      meaning: 'Заголовок Authorization отсутствует, либо ключ или токен неизвестен, отключён или истёк.',
      todo: [
        'Передавайте `Authorization: Bearer <ключ>` в каждом запросе, без кавычек и переводов строк.',
        'Перевыпущенный ключ перестаёт действовать сразу: замените значение везде, где было старое.',
        'Токен партнёрского API живёт ограниченное время: получите новый через POST /auth/token.',
      ],
    },
  }),
  apiPage(4012, {
    msg: 'Bad credentials',
    related: [4010, 4013],
    en: {
      title: 'Wrong password',
      meaning: 'The login or the id of the key is known, the password is wrong.',
      todo: [
        'Copy the value again; the whole value of a key is `id:password` in Base64.',
        'If it is lost, reissue the key: a value is shown once only.',
      ],
    },
    ru: {
      title: 'Неверный пароль',
      meaning: 'Логин или идентификатор ключа известен, но пароль к нему не подходит.',
      todo: [
        'Скопируйте значение заново: ключ целиком — это `id:пароль` в Base64.',
        'Если значение потеряно, перевыпустите ключ: оно показывается один раз.',
      ],
    },
  }),
  apiPage(4013, {
    msg: 'IP not allowed',
    related: [4010, 4030],
    en: {
      title: 'The key cannot be used from this address',
      meaning: 'The key has a list of addresses, and the request came from another address.',
      todo: [
        'Compare the address in the request log with the list of the key.',
        'Add your server, or its range, to the list; an empty list allows every address.',
      ],
    },
    ru: {
      title: 'С этого адреса ключ использовать нельзя',
      meaning: 'У ключа задан список адресов, а запрос пришёл с другого.',
      todo: [
        'Сравните адрес в журнале запросов со списком ключа.',
        'Добавьте адрес сервера или подсеть; пустой список разрешает любой адрес.',
      ],
    },
  }),
  apiPage(4020, {
    msg: 'Insufficient funds',
    fixer: 'manager',
    related: [4290],
    en: {
      title: 'Not enough money',
      meaning: "The company's balance does not cover the request. Nothing was sent.",
      todo: ['Top up the balance of the company.', 'Check GET /balance before large sends.'],
    },
    ru: {
      title: 'Недостаточно средств',
      meaning: 'Баланса компании не хватает на этот запрос. Ничего не отправлено.',
      todo: ['Пополните баланс компании.', 'Перед крупной отправкой проверяйте GET /balance.'],
    },
  }),
  apiPage(4030, {
    msg: 'Access Denied',
    related: [4010, 4013],
    en: {
      title: 'The key or the person may not do this',
      meaning:
        'The key is valid, but its type does not allow this endpoint; in the console, your role lacks the right.',
      todo: [
        'Sending, lists and events need a key of type MESSAGES; sender names, templates and subscribers SYSTEM; codes VERIFIER.',
        'In the console, ask the owner of the account for another role.',
      ],
    },
    ru: {
      title: 'Этому ключу или сотруднику действие недоступно',
      meaning: 'Ключ верный, но его тип не подходит для этого метода; в кабинете — у вашей роли нет права.',
      todo: [
        'Для отправки, списков и событий нужен ключ типа MESSAGES, для имён, шаблонов и подписчиков — SYSTEM, для кодов — VERIFIER.',
        'В кабинете попросите владельца аккаунта дать другую роль.',
      ],
    },
  }),
  apiPage(4031, {
    msg: 'Inappropriate dispatch status: COMPLETED',
    related: [4090],
    en: {
      title: 'The dispatch has another status',
      meaning: 'The current status of the dispatch does not allow this action.',
      todo: ['Read the dispatch and look at its status.', 'Only one that was not started yet takes more messages.'],
    },
    ru: {
      title: 'Рассылка в другом состоянии',
      meaning: 'В текущем статусе рассылки это действие невозможно.',
      todo: ['Запросите рассылку и посмотрите её статус.', 'Добавлять сообщения можно только до запуска.'],
    },
  }),
  apiPage(4040, {
    msg: 'Not Found',
    related: [4050],
    en: {
      title: 'The object does not exist, or it belongs to another account',
      meaning: 'The address is unknown, or the object does not exist. Objects of other accounts get the same answer.',
      todo: ['Check the path and the id.', 'Check that the key or token belongs to the company of the object.'],
    },
    ru: {
      title: 'Такого объекта нет, или он не ваш',
      meaning: 'Адрес неизвестен, либо объекта нет. О чужих объектах ответ точно такой же.',
      todo: ['Проверьте путь и идентификатор.', 'Проверьте, что ключ или токен относится к компании этого объекта.'],
    },
  }),
  apiPage(4050, {
    msg: 'Method Not Allowed',
    related: [4040],
    en: {
      title: 'The path does not support this method',
      meaning: 'The path exists, but not with this HTTP method. The header `Allow` lists the supported methods.',
      todo: ['Use one of the methods in `Allow`.', 'Do not follow redirects with a changed method.'],
    },
    ru: {
      title: 'Адрес есть, метода нет',
      meaning: 'Путь верный, но не с этим HTTP-методом. Допустимые перечислены в заголовке `Allow`.',
      todo: ['Используйте метод из `Allow`.', 'Проверьте, не меняет ли клиент метод при перенаправлении.'],
    },
  }),
];

export const API_CODES: readonly Entry[] = [...REQUEST_CODES, ...TRANSPORT_CODES];
