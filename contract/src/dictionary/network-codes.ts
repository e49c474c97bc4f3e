// Error codes of operators and messengers, mapped so that a code has the same meaning for all of them.
import type { Entry } from './entry.ts';
import { messagePage } from './message-page.ts';

export const NETWORK_CODES: readonly Entry[] = [
  messagePage(
    11,
    { fixer: 'sender', charged: 'handed-over', related: [456, 501, 7401] },
    [
      'Wrong number',
      'The operator reports that the number is wrong or does not exist.',
      'Remove the number from your list.',
    ],
    ['Неверный номер', 'Оператор сообщил, что номер неверный или не существует.', 'Уберите номер из базы.'],
  ),
  messagePage(
    125,
    { fixer: 'recipient', charged: 'no', related: [149, 150] },
    [
      'No Telegram at this number',
      'The recipient has no Telegram account or hides it from people who know only the number.',
      'Use a cascade: SMS if Telegram is not possible.',
    ],
    [
      'У номера нет Telegram',
      'У получателя нет аккаунта Telegram, или его нельзя найти по номеру.',
      'Используйте каскад: SMS, если Telegram недоступен.',
    ],
  ),
  messagePage(
    127,
    { fixer: 'operator', charged: 'handed-over', related: [508, 7060] },
    [
      'No receipt came',
      'The operator accepted the message and sent no receipt within the waiting time. The message may have arrived.',
      'Do not send again at once: the recipient could receive it twice.',
      'If many messages of one operator fail, contact support.',
    ],
    [
      'Нет отчёта о доставке',
      'Оператор принял сообщение, но за время ожидания не сообщил результат. Оно могло дойти.',
      'Не отправляйте сразу повторно: абонент может получить дважды.',
      'Если таких много у одного оператора, напишите в поддержку.',
    ],
  ),
  messagePage(
    149,
    { fixer: 'recipient', charged: 'no', related: [125, 150] },
    [
      'No dialogue with the bot',
      'The recipient has not opened a dialogue with the bot, and Telegram and MAX do not let a bot write first.',
      'Invite the recipient to start the bot, or use a cascade.',
    ],
    [
      'Диалог с ботом не начат',
      'Получатель не начинал диалог с ботом, а Telegram и MAX не дают боту написать первым.',
      'Пригласите получателя запустить бота или используйте каскад.',
    ],
  ),
  messagePage(
    150,
    { fixer: 'recipient', charged: 'no', related: [149] },
    [
      'The bot is blocked',
      'The recipient has blocked or stopped the bot.',
      'Do not write in this messenger; use another channel.',
    ],
    [
      'Бот заблокирован',
      'Получатель заблокировал или остановил бота.',
      'Не пишите в этот мессенджер; возможно, уместен другой канал.',
    ],
  ),
  messagePage(
    151,
    { fixer: 'sender', charged: 'no', related: [458, 7403] },
    [
      'The messenger refused the content',
      'The text, a button or a file breaks the rules of Telegram or MAX.',
      'Change the content and send again.',
    ],
    [
      'Мессенджер отклонил содержимое',
      'Текст, кнопка или файл нарушает правила Telegram или MAX.',
      'Измените содержимое и отправьте заново.',
    ],
  ),
  messagePage(
    152,
    { fixer: 'operator', charged: 'no', related: [502] },
    [
      'The messenger is unavailable',
      'Telegram or MAX does not answer, or its limit is reached.',
      'Send again later, or use a cascade.',
    ],
    [
      'Мессенджер недоступен',
      'Telegram или MAX не отвечает, или достигнут его лимит.',
      'Отправьте позже или используйте каскад.',
    ],
  ),
  messagePage(
    501,
    { fixer: 'sender', charged: 'handed-over', related: [11, 456] },
    ['Unknown subscriber', 'The operator has no subscriber with this number.', 'Remove the number from your list.'],
    ['Неизвестный абонент', 'У оператора номером никто не пользуется.', 'Уберите номер из базы.'],
  ),
  messagePage(
    502,
    { fixer: 'operator', charged: 'handed-over', related: [127, 7500] },
    [
      "Failure at the operator's message center",
      'The operator could not process the message for an unknown reason.',
      'Send again later if it still matters.',
      'If many messages of one operator fail, contact support.',
    ],
    [
      'Сбой SMS-центра оператора',
      'Оператор не смог обработать сообщение и не сообщил причину.',
      'Отправьте позже, если это ещё важно.',
      'Если таких много у одного оператора, напишите в поддержку.',
    ],
  ),
  messagePage(
    503,
    { fixer: 'manager', charged: 'handed-over', related: [455] },
    [
      'The region is not supported',
      'The operator does not deliver to the region of the subscriber.',
      'Ask the account manager about the region.',
    ],
    ['Регион не поддерживается', 'Оператор не доставляет в регион абонента.', 'Уточните направление у менеджера.'],
  ),
  messagePage(
    504,
    { fixer: 'recipient', charged: 'handed-over', related: [505] },
    [
      'The device cannot receive messages',
      'The service is not provisioned for the device of the subscriber.',
      'Use another channel for this number.',
    ],
    [
      'Устройство не принимает сообщения',
      'Услуга не подключена на устройстве абонента.',
      'Для этого номера используйте другой канал.',
    ],
  ),
  messagePage(
    505,
    { fixer: 'recipient', charged: 'handed-over', related: [453, 506] },
    [
      'Barred by the subscriber or the operator',
      'The subscriber or the operator has barred such messages.',
      'Add the number to your blacklist.',
    ],
    [
      'Запрет абонента или оператора',
      'Абонент или оператор запретил такие сообщения.',
      'Не настаивайте: добавьте номер в чёрный список.',
    ],
  ),
  messagePage(
    506,
    { fixer: 'recipient', charged: 'handed-over', related: [505, 508] },
    [
      'The subscriber is blocked',
      'The operator has blocked the subscriber, for debts for example.',
      'Try again in a few days.',
    ],
    ['Абонент заблокирован', 'Оператор заблокировал абонента, например за долги.', 'Попробуйте через несколько дней.'],
  ),
  messagePage(
    508,
    { fixer: 'recipient', charged: 'handed-over', related: [127, 7060] },
    [
      'The subscriber is absent',
      'The phone was switched off or out of coverage for the whole lifetime of the message.',
      'Send again later if it still matters.',
      'A longer lifetime gives the phone more time to come back.',
    ],
    [
      'Абонент недоступен',
      'Телефон был выключен или вне сети всё время жизни сообщения.',
      'Отправьте позже, если это ещё важно.',
      'Больший срок жизни даёт телефону время появиться в сети.',
    ],
  ),
  messagePage(
    509,
    { fixer: 'recipient', charged: 'handed-over', related: [508] },
    ['Roaming restriction', 'The subscriber is in a network that does not pass such messages on.', 'Try again later.'],
    ['Ограничение роуминга', 'Абонент в сети, которая не пропускает такие сообщения.', 'Попробуйте позже.'],
  ),
  messagePage(
    510,
    { fixer: 'manager', charged: 'handed-over', related: [455, 458] },
    [
      'Application traffic is blocked',
      'The operator blocks messages of applications to this subscriber.',
      'Ask the account manager about the operator.',
    ],
    [
      'Трафик приложений заблокирован',
      'Оператор блокирует сообщения приложений этому абоненту.',
      'Уточните маршрут у менеджера.',
    ],
  ),
];
