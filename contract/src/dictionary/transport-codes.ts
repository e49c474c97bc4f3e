// Error codes about the transport of a request, its rate, or the service itself.
import { apiPage } from './api-page.ts';
import type { Entry } from './entry.ts';

export const TRANSPORT_CODES: readonly Entry[] = [
  apiPage(4080, {
    msg: 'Request Timeout',
    related: [4310],
    en: {
      title: 'The request arrived too slowly',
      meaning: 'Its headers or its body did not arrive in time, so it was not read.',
      todo: ['Send again; under an Idempotency-Key nothing happens twice.', 'Check the network and proxies between.'],
    },
    ru: {
      title: 'Запрос пришёл слишком медленно',
      meaning: 'Заголовки или тело не дошли вовремя, поэтому запрос не прочитан.',
      todo: ['Повторите: с Idempotency-Key ничего не выполнится дважды.', 'Проверьте сеть и прокси между нами.'],
    },
  }),
  apiPage(4090, {
    msg: 'Conflict: the Idempotency-Key was used with another body',
    related: [4031],
    en: {
      title: 'The request conflicts with the current state',
      meaning: 'An Idempotency-Key was used with another body, a repeat came too early, or a confirmation is required.',
      todo: ['Use a new Idempotency-Key for a new request.', 'If the first call still runs, repeat it a little later.'],
    },
    ru: {
      title: 'Противоречит тому, что уже есть',
      meaning: 'Idempotency-Key пришёл с другим телом, повтор пришёл слишком рано или нужна явная отметка о согласии.',
      todo: ['Для нового запроса берите новый Idempotency-Key.', 'Если первый вызов ещё идёт, повторите чуть позже.'],
    },
  }),
  apiPage(4130, {
    msg: 'Payload Too Large',
    related: [4000],
    en: {
      title: 'The body is too large',
      meaning: 'Lists of messages may have up to 40 MB, other bodies up to 256 kB.',
      todo: ['Split the list and append in portions.'],
    },
    ru: {
      title: 'Тело запроса слишком большое',
      meaning: 'Списки сообщений — до 40 МБ, остальные тела — до 256 КБ.',
      todo: ['Разделите список и добавляйте его частями.'],
    },
  }),
  apiPage(4150, {
    msg: 'Unsupported Media Type',
    related: [4000],
    en: {
      title: 'The media type of the body is not supported',
      meaning: 'Bodies must be JSON; documents must be multipart/form-data.',
      todo: [
        'Send `Content-Type: application/json`.',
        'Send the body uncompressed: `Content-Encoding: gzip` is not supported.',
      ],
    },
    ru: {
      title: 'Тип тела не поддерживается',
      meaning: 'Тела передаются в JSON, документы — в multipart/form-data.',
      todo: [
        'Передавайте `Content-Type: application/json`.',
        'Передавайте тело без сжатия: `Content-Encoding: gzip` не поддерживается.',
      ],
    },
  }),
  apiPage(4170, {
    msg: 'Expectation Failed',
    related: [4000],
    en: {
      title: 'The Expect header is not supported',
      meaning: 'Only `Expect: 100-continue` is supported.',
      todo: ['Leave the header out.'],
    },
    ru: {
      title: 'Заголовок Expect требует неизвестного',
      meaning: 'Понимаем только `Expect: 100-continue`.',
      todo: ['Уберите этот заголовок.'],
    },
  }),
  apiPage(4290, {
    msg: 'Too Many Requests',
    related: [5030],
    en: {
      title: 'Too many requests',
      meaning: 'The limit of the key, of the partner or of connections is reached. The request was not executed.',
      todo: [
        'Wait for the seconds in `Retry-After`; `X-RateLimit-Remaining` shows the requests left.',
        'Send messages in lists instead of one by one.',
      ],
    },
    ru: {
      title: 'Слишком много запросов',
      meaning: 'Достигнут предел ключа, партнёра или числа соединений. Запрос не выполнен.',
      todo: [
        'Подождите, сколько сказано в `Retry-After`; остаток виден в `X-RateLimit-Remaining`.',
        'Отправляйте сообщения списками, а не по одному.',
      ],
    },
  }),
  apiPage(4310, {
    msg: 'Request Header Fields Too Large',
    related: [4080],
    en: {
      title: 'The headers are too large',
      meaning: 'The headers exceed the size limit.',
      todo: ['Leave out cookies and headers that are not needed.'],
    },
    ru: {
      title: 'Слишком большие заголовки',
      meaning: 'Все заголовки вместе больше, чем читает сервер.',
      todo: ['Уберите лишние cookie и заголовки.'],
    },
  }),
  apiPage(5000, {
    msg: 'Internal error',
    fixer: 'platform',
    related: [5030],
    en: {
      title: 'Internal error',
      meaning: 'An error on our side; our log has it under the request id.',
      todo: ['Repeat under the same Idempotency-Key.', 'If it stays, send the X-Request-Id to the support.'],
    },
    ru: {
      title: 'Ошибка на нашей стороне',
      meaning: 'У нас что-то пошло не так; подробности — в нашем журнале под номером запроса.',
      todo: ['Повторите с тем же Idempotency-Key.', 'Если не проходит, сообщите поддержке X-Request-Id.'],
    },
  }),
  apiPage(5030, {
    msg: 'Service unavailable',
    fixer: 'platform',
    related: [4290, 5000],
    en: {
      title: 'Temporarily unavailable',
      meaning: 'The service cannot store data at the moment, so nothing was changed.',
      todo: ['Repeat after `Retry-After` seconds under the same Idempotency-Key.', 'What was accepted before is safe.'],
    },
    ru: {
      title: 'Временно недоступно',
      meaning: 'Сервис сейчас не может ничего сохранить, поэтому ничего не решено.',
      todo: ['Повторите через `Retry-After` секунд с тем же Idempotency-Key.', 'Принятое раньше не потеряно.'],
    },
  }),
];
