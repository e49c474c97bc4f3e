// `error_code` of messages: why a message was not sent or not delivered. The service itself gives these codes;
// network-codes.ts has those of operators.
import type { Entry } from './entry.ts';
import { messagePage } from './message-page.ts';
import { NETWORK_CODES } from './network-codes.ts';

const OWN_CODES: readonly Entry[] = [
  messagePage(
    453,
    { fixer: 'sender', charged: 'no', related: [505] },
    [
      'The number is on a block list',
      'The number is on the blacklist of the company or on a list of the platform. Nothing was sent.',
      'If the recipient agrees again, remove the number from your blacklist.',
      'If the platform blocks the number, contact support.',
    ],
    [
      'Номер в чёрном списке',
      'Номер в чёрном списке компании или платформы. Ничего не отправлено.',
      'Если получатель снова согласен, уберите номер из чёрного списка.',
      'Если номер заблокирован платформой, обратитесь в поддержку.',
    ],
  ),
  messagePage(
    454,
    { fixer: 'manager', charged: 'no', related: [457, 458] },
    [
      'The sender name is blocked',
      'The name is on a block list, or it was suspended and the message waited for seven days.',
      'Open the sender name to see the reason of its suspension.',
      'Choose another approved name.',
    ],
    [
      'Имя отправителя заблокировано',
      'Имя в списке блокировок, либо приостановлено, и сообщение не дождалось его за семь дней.',
      'Посмотрите имя отправителя: там указана причина приостановки.',
      'Выберите другое согласованное имя.',
    ],
  ),
  messagePage(
    455,
    { fixer: 'manager', charged: 'no', related: [503, 510] },
    [
      'Destination not allowed',
      'The country of the number is not open to the company or has no price, or its operator does not accept this traffic.',
      'Check the country of the numbers.',
      'Ask the account manager to open the country.',
    ],
    [
      'Направление закрыто',
      'Страна номера не открыта для компании или для неё нет цены, либо оператор не принимает такой трафик.',
      'Проверьте страну номеров.',
      'Попросите менеджера платформы открыть страну и назовите её.',
    ],
  ),
  messagePage(
    456,
    { fixer: 'sender', charged: 'handed-over', related: [11, 501] },
    ['The number does not exist', 'The network has no such subscriber.', 'Remove the number from your list.'],
    ['Номер не существует', 'В сети нет такого абонента.', 'Уберите номер из базы.'],
  ),
  messagePage(
    457,
    { fixer: 'manager', charged: 'no', related: [454] },
    [
      'The sender name is not registered',
      'The operator does not know the name or refuses it for this traffic.',
      'Check the registration of the name with this operator.',
      'Register it, or choose a name that is approved there.',
    ],
    [
      'Имя отправителя не зарегистрировано',
      'Оператор не знает это имя или не принимает его для такого трафика.',
      'Проверьте регистрацию имени у этого оператора.',
      'Зарегистрируйте его или выберите имя, согласованное там.',
    ],
  ),
  messagePage(
    458,
    { fixer: 'manager', charged: 'no', related: [454, 510] },
    [
      'The traffic is blocked',
      'The platform or the operator refuses this traffic because of its text or a block.',
      'Check the text for forbidden words.',
      'Ask the account manager which rule applied.',
    ],
    [
      'Трафик заблокирован',
      'Платформа или оператор не принимает такой трафик: из-за слов в тексте или по запрету.',
      'Проверьте текст на недопустимые слова.',
      'Узнайте у менеджера, какое правило сработало.',
    ],
  ),
  messagePage(
    7002,
    { fixer: 'nobody', charged: 'no', related: [7060] },
    [
      'Stopped by you',
      'The dispatch was stopped before this message went to the operator.',
      'Start the dispatch again to send the rest.',
    ],
    [
      'Остановлено вами',
      'Рассылку остановили раньше, чем сообщение ушло оператору.',
      'Чтобы отправить остаток, запустите рассылку снова.',
    ],
  ),
  messagePage(
    7060,
    { fixer: 'recipient', charged: 'handed-over', related: [127, 508] },
    [
      'The lifetime has expired',
      'The message was not delivered within its lifetime; most often the phone was switched off.',
      'Send again later if it still matters, or set a longer lifetime.',
    ],
    [
      'Срок жизни истёк',
      'Сообщение не доставлено за срок жизни; чаще всего телефон был выключен.',
      'Отправьте позже, если это ещё важно, или задайте больший срок.',
    ],
  ),
  messagePage(
    7401,
    { fixer: 'sender', charged: 'no', related: [11, 456] },
    [
      'The number cannot be used',
      'The number is invalid, belongs to no country, or is a landline, toll-free or service number that cannot receive texts.',
      'Check the number; 11 digits beginning with 7 in Russia.',
    ],
    [
      'Номер нельзя использовать',
      'Это не номер телефона, у него нет страны, либо это городской, бесплатный или сервисный номер: сообщения на него не доходят.',
      'Проверьте номер: для России 11 цифр, начиная с 7.',
    ],
  ),
  messagePage(
    7402,
    { fixer: 'manager', charged: 'no', related: [7429] },
    [
      'Not enough money or budget',
      'The balance or the monthly budget of the company was exhausted when the message was due.',
      'Top up the balance or raise the budget, then send again.',
    ],
    [
      'Не хватило средств или бюджета',
      'Когда дошла очередь сообщения, баланс или месячный бюджет компании был исчерпан.',
      'Пополните баланс или поднимите бюджет и отправьте заново.',
    ],
  ),
  messagePage(
    7403,
    { fixer: 'sender', charged: 'no', related: [151] },
    [
      'The text is incomplete',
      'A substitution is missing, or the text, also of a step of a cascade, is empty, blank or too long.',
      'Correct the text or the values of this recipient and send it again; the other messages of the call were accepted.',
    ],
    [
      'Текст неполный',
      'Нет значения подстановки, либо текст (в том числе текст шага каскада) пуст или слишком длинный.',
      'Исправьте текст или значения получателя и отправьте ему заново; остальные сообщения вызова приняты.',
    ],
  ),
  messagePage(
    7404,
    { fixer: 'sender', charged: 'no', related: [457] },
    [
      'No usable template',
      'The channel takes this text only as an approved template. None matches the text, or the messenger has rejected or paused the template, or it does not have it.',
      'Compare the text with the patterns of your templates.',
      'WhatsApp: look up the status of the template under “Templates in WhatsApp” on the page of the sender name.',
    ],
    [
      'Нет подходящего шаблона',
      'Канал принимает такой текст только по одобренному шаблону. Ни один шаблон не подходит к тексту, либо мессенджер отклонил или приостановил шаблон, либо такого шаблона в нём нет.',
      'Сравните текст с вашими шаблонами.',
      'WhatsApp: посмотрите статус шаблона на странице имени отправителя, «Шаблоны в WhatsApp».',
    ],
  ),
  messagePage(
    7429,
    { fixer: 'manager', charged: 'no', related: [7402] },
    [
      'The sending limit is reached',
      'The account may not send more at the moment.',
      'Wait, or ask the manager for a higher limit.',
    ],
    [
      'Достигнут лимит отправки',
      'Аккаунт сейчас не может отправить больше.',
      'Подождите или попросите менеджера поднять лимит.',
    ],
  ),
  messagePage(
    7500,
    { fixer: 'platform', charged: 'no', related: [502] },
    [
      'Internal error',
      'An error on our side before the message reached the operator.',
      'Send again; if the error persists, send the message id to support.',
    ],
    [
      'Ошибка на нашей стороне',
      'У нас что-то пошло не так до передачи сообщения оператору.',
      'Отправьте ещё раз; если повторится, сообщите поддержке идентификатор сообщения.',
    ],
  ),
];

export const MESSAGE_CODES: readonly Entry[] = [...NETWORK_CODES, ...OWN_CODES].toSorted((a, b) => a.code - b.code);
