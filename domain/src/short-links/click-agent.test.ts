import { describe, expect, test } from 'vitest';
import { agentClass, isPrefetch } from './click-agent.ts';

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

describe('people', () => {
  test.each([
    ['mobile', `Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} Chrome/137.0.0.0 Mobile Safari/537.36`],
    [
      'mobile',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    ],
    [
      'mobile',
      `Mozilla/5.0 (Linux; Android 13; SM-A515F; wv) ${WEBKIT} Version/4.0 Chrome/120.0.0.0 Mobile Safari/537.36 Viber/22.0`,
    ],
    ['mobile', `Mozilla/5.0 (Linux; Android 12; CUBOT NOTE 20) ${WEBKIT} Chrome/120.0.0.0 Mobile Safari/537.36`],
    [
      'mobile',
      `Mozilla/5.0 (Linux; arm_64; Android 12) ${WEBKIT} Chrome/124.0.0.0 YaBrowser/24.6.0 Mobile Safari/537.36`,
    ],
    ['mobile', 'Opera/9.80 (J2ME/MIDP; Opera Mini/9.80/37.6334; U; ru) Presto/2.12.423 Version/12.16'],
    [
      'mobile',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 330.0',
    ],
    ['desktop', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/137.0.0.0 Safari/537.36 Edg/137.0.0.0`],
    ['desktop', 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0'],
    ['desktop', 'Mozilla/5.0 (compatible; MSIE 10.0; Windows NT 6.1; Trident/6.0)'],
  ])('%s: %s', (expected, agent) => {
    expect(agentClass(agent)).toBe(expected);
  });
});

describe('robots', () => {
  test.each([
    [undefined],
    [''],
    ['TelegramBot (like TwitterBot)'],
    ['WhatsApp/2.23.20.0 A'],
    ['Viber/13.3.0.4 CFNetwork/1128.0.1 Darwin/19.6.0'],
    ['Mozilla/5.0 (compatible; vkShare; +http://vk.com/dev/Share)'],
    ['facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0',
    ],
    ['Mozilla/5.0 (compatible; OdklBot/1.0 like Linux; klass@odnoklassniki.ru)'],
    ['Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)'],
    ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'],
    [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/120.0.0.0 Safari/537.36 Google-Safety`],
    [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} HeadlessChrome/120.0.0.0 Safari/537.36`],
    ['Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5'],
    ['Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)'],
    ['Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)'],
    ['Mozilla/5.0 (Windows NT; Windows NT 10.0; en-US) WindowsPowerShell/5.1'],
    ['curl/8.5.0'],
    ['okhttp/4.12.0'],
    ['Dalvik/2.1.0 (Linux; U; Android 11; M2006C3LG)'],
    ['python-requests/2.31.0'],
    ['Go-http-client/1.1'],
    ['node'],
  ])('%s', (agent) => {
    expect(agentClass(agent)).toBe('robot');
  });
});

describe('prefetching', () => {
  test.each([
    [['prefetch'], true],
    [['prefetch;prerender'], true],
    [[undefined, 'preview'], true],
    [[undefined, undefined], false],
    [['navigate'], false],
  ])('%j: %s', (purposes, expected) => {
    expect(isPrefetch(purposes)).toBe(expected);
  });
});
