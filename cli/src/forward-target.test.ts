import { describe, expect, test } from 'vitest';
import { isOwnNetwork, readTarget } from './forward-target.ts';

describe('an address to forward to', () => {
  test.each([
    ['localhost:9000/hook', 'http://localhost:9000/hook'],
    ['http://127.0.0.1:9000', 'http://127.0.0.1:9000/'],
    ['https://user:pass@host.test/x', 'https://user:pass@host.test/x'],
    ['', undefined],
    ['ftp://localhost/x', undefined],
    ['http://', undefined],
  ])('%j is %j', (text, href) => {
    expect(readTarget(text)?.href).toBe(href);
  });

  test.each([
    ['http://localhost:1', true],
    ['http://shop.localhost', true],
    ['http://127.9.9.9', true],
    ['http://[::1]:9000', true],
    ['http://10.1.2.3', true],
    ['http://192.168.0.7', true],
    ['http://[fd00::1]', true],
    ['http://8.8.8.8', false],
    ['http://[2001:4860::1]', false],
    ['http://inside.test', true],
    ['http://mixed.test', false],
    ['http://nowhere.test', false],
  ])('%s is in the own network: %s', async (url, expected) => {
    const names: Record<string, string[]> = { 'inside.test': ['10.0.0.1'], 'mixed.test': ['10.0.0.1', '8.8.8.8'] };
    const resolve = async (name: string) => names[name] ?? Promise.reject(new Error('ENOTFOUND'));
    expect(await isOwnNetwork(new URL(url), resolve)).toBe(expected);
  });
});
