import { expect, test } from 'vitest';
import { deviceName } from './device-name.ts';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0 Safari/537.36';

test.each([
  [CHROME, 'Chrome, Windows'],
  [`${CHROME} YaBrowser/26.1`, 'Yandex Browser, Windows'],
  [`${CHROME} Edg/156.0`, 'Edge, Windows'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile Safari/604.1', 'Safari, iOS'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox, Linux'],
  ['curl/8.0', undefined],
  ['', undefined],
])('the user agent %s is named %s', (agent, name) => {
  expect(deviceName(agent)).toBe(name);
});
