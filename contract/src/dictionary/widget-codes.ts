// Codes that the phone verification widget shows to the visitors of a site. Codes from 200 are for the site owner.
import type { Entry, Explanation, Fixer } from './entry.ts';

const SITE_EN = 'The visitor only reads that a code cannot be sent now, and this number.';
const SITE_RU = 'Посетитель видит только, что код сейчас отправить нельзя, и этот номер.';

type Head = { readonly code: number; readonly fixer: Fixer; readonly related: readonly number[] };
type Words = { readonly title: string; readonly meaning: string; readonly todo: readonly string[] };

const page = ({ code, fixer, related }: Head, en: Words, ru: Words): Entry => ({
  code,
  fixer,
  charged: 'no',
  related,
  example: code < 200 ? `(${code})` : `volley widget ${code}`,
  en: explain(code, en, SITE_EN),
  ru: explain(code, ru, SITE_RU),
});

function explain(code: number, words: Words, site: string): Explanation {
  return code < 200 ? words : { ...words, meaning: `${words.meaning} ${site}` };
}

export const WIDGET_CODES: readonly Entry[] = [
  page(
    { code: 110, fixer: 'visitor', related: [340, 341] },
    {
      title: 'The robot check was not passed',
      meaning: 'The captcha was not solved or its answer has expired.',
      todo: ['Tick the robot check again.'],
    },
    {
      title: 'Проверка «я не робот» не пройдена',
      meaning: 'Капча не решена, или её ответ устарел.',
      todo: ['Отметьте проверку ещё раз.'],
    },
  ),
  page(
    { code: 130, fixer: 'visitor', related: [110] },
    {
      title: 'Too many attempts',
      meaning:
        'Codes were requested too often for this number or from this address, or a limit of the profile is reached.',
      todo: ['Wait for as long as the widget says.', 'Owner: look at the limits of the verification profile.'],
    },
    {
      title: 'Слишком много попыток',
      meaning: 'Коды запрашивали слишком часто на этот номер или с этого адреса, либо достигнут предел профиля.',
      todo: ['Подождите, сколько пишет виджет.', 'Владельцу сайта: проверьте пределы профиля верификации.'],
    },
  ),
  page(
    { code: 210, fixer: 'manager', related: [230] },
    {
      title: 'Not enough money',
      meaning: "The company's balance does not cover a code.",
      todo: ['Top up the balance of the company.'],
    },
    {
      title: 'Недостаточно средств',
      meaning: 'Баланса компании не хватает на отправку кода.',
      todo: ['Пополните баланс компании.'],
    },
  ),
  page(
    { code: 230, fixer: 'manager', related: [210] },
    {
      title: 'The sender name is not active',
      meaning: 'The sender name of the codes is not approved, suspended or closed.',
      todo: ['Look at the sender name and why it is inactive.', 'Choose another name in the profile.'],
    },
    {
      title: 'Имя отправителя неактивно',
      meaning: 'Имя, с которого уходят коды, не согласовано, приостановлено или закрыто.',
      todo: ['Посмотрите имя отправителя и причину.', 'Выберите в профиле другое имя.'],
    },
  ),
  page(
    { code: 310, fixer: 'developer', related: [] },
    {
      title: 'Wrong widget id',
      meaning: 'No widget has the id that the page uses.',
      todo: ['Copy the id of the widget again.', 'Check that the page points to this service.'],
    },
    {
      title: 'Неверный идентификатор виджета',
      meaning: 'Виджета с указанным на странице идентификатором нет.',
      todo: ['Скопируйте идентификатор виджета заново.', 'Проверьте, что страница обращается к этому сервису.'],
    },
  ),
  page(
    { code: 320, fixer: 'developer', related: [321] },
    {
      title: 'widget/send came without the key of the visit',
      meaning: "Your server's request has no `key`, the one that the widget handed to your function.",
      todo: ['Pass the key from the page to your server, and from there to POST /verifier/widget/send.'],
    },
    {
      title: 'Запрос widget/send пришёл без ключа визита',
      meaning: 'В запросе вашего сервера нет `key`, который виджет передал вашей функции.',
      todo: ['Передайте ключ со страницы на сервер и оттуда — в POST /verifier/widget/send.'],
    },
  ),
  page(
    { code: 321, fixer: 'developer', related: [320, 350] },
    {
      title: 'No widget/send request came',
      meaning: 'Your server did not request the code within 30 seconds.',
      todo: [
        'Check that your function reaches your server, and your server reaches us.',
        'On a site builder use a key of type VERIFIER_BUILDER: then our server sends.',
      ],
    },
    {
      title: 'Запрос widget/send не пришёл',
      meaning: 'Ваш сервер не запросил отправку кода за 30 секунд.',
      todo: [
        'Проверьте, что функция доходит до вашего сервера, а сервер — до нас.',
        'На конструкторе сайтов нужен ключ типа VERIFIER_BUILDER: там отправляем мы.',
      ],
    },
  ),
  page(
    { code: 330, fixer: 'developer', related: [331] },
    {
      title: 'Invalid API key in widget/send',
      meaning: 'The key of your server is unknown, revoked or belongs to another company.',
      todo: ['Put the current value of the key on your server.'],
    },
    {
      title: 'Недействительный ключ API в widget/send',
      meaning: 'Ключ вашего сервера неизвестен, отключён или от другой компании.',
      todo: ['Укажите на сервере действующее значение ключа.'],
    },
  ),
  page(
    { code: 331, fixer: 'developer', related: [330] },
    {
      title: 'The key has a type that cannot send codes',
      meaning: 'The key is valid, but not of type VERIFIER.',
      todo: ['Create a key of type VERIFIER and use it on your server.'],
    },
    {
      title: 'Тип ключа не позволяет отправлять коды',
      meaning: 'Ключ верный, но не типа VERIFIER.',
      todo: ['Создайте ключ типа VERIFIER и используйте его на сервере.'],
    },
  ),
  page(
    { code: 340, fixer: 'developer', related: [110, 341] },
    {
      title: 'The captcha could not be verified',
      meaning:
        'Secret and site key do not belong together, the type or domain is wrong, the quota is exhausted, or the provider is unavailable.',
      todo: [
        'Compare secret, site key and type with the settings of the captcha provider.',
        'Check its list of domains and its quota.',
      ],
    },
    {
      title: 'Не удалось проверить капчу',
      meaning:
        'Секрет и ключ сайта не подходят друг к другу, неверны тип или домен, исчерпана квота либо поставщик недоступен.',
      todo: ['Сверьте секрет, ключ сайта и тип с кабинетом капчи.', 'Проверьте её список доменов и квоту.'],
    },
  ),
  page(
    { code: 341, fixer: 'developer', related: [340] },
    {
      title: 'The captcha did not load',
      meaning:
        "The script of the captcha is blocked, by the page's CSP or by the visitor's blocker, or its key is wrong.",
      todo: ['Allow the host of the captcha in script-src and frame-src.', 'Visitor: turn off blockers and reload.'],
    },
    {
      title: 'Капча не загрузилась',
      meaning: 'Скрипт капчи заблокирован политикой CSP страницы или блокировщиком посетителя, либо неверен её ключ.',
      todo: [
        'Разрешите адрес капчи в script-src и frame-src.',
        'Посетителю: отключите блокировщик и обновите страницу.',
      ],
    },
  ),
  page(
    { code: 350, fixer: 'developer', related: [321] },
    {
      title: "The site's function failed",
      meaning: 'The function that sends the key to your server threw an error, or its request failed.',
      todo: [
        'Open the browser console to see the reason.',
        'Make the function return only after your server has answered.',
      ],
    },
    {
      title: 'Функция сайта завершилась с ошибкой',
      meaning: 'Функция, передающая ключ на ваш сервер, бросила ошибку, или её запрос не удался.',
      todo: [
        'Посмотрите консоль браузера: там указана причина.',
        'Функция должна завершаться после ответа вашего сервера.',
      ],
    },
  ),
];
