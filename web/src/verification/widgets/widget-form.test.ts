import { describe, expect, test } from 'vitest';
import { formOfWidget, NEW_WIDGET, siteOf, widgetBody, widgetMistakes } from './widget-form.ts';

const whole = { ...NEW_WIDGET, name: 'Sign-in', gatewayId: 'aB3dE5', domains: ['shop.example'] };

describe('the form of a widget', () => {
  test('becomes a body without an empty secret and without blank texts', () => {
    expect(widgetBody({ ...whole, texts: { title: 'Your phone', done: ' ' }, look: { radius: '4px' } }, false)).toEqual(
      {
        name: 'Sign-in',
        gatewayId: 'aB3dE5',
        kind: 'OWN_SITE',
        domains: ['shop.example'],
        captchaType: 'POW',
        siteKey: '',
        powFallback: true,
        keyId: null,
        dayAmountMax: null,
        texts: { title: 'Your phone' },
        colours: { radius: '4px' },
      },
    );
  });

  test.each([
    ['name', { name: '' }],
    ['gatewayId', { gatewayId: undefined }],
    ['domains', { domains: [] }],
    ['domains', { domains: ['https://shop.example'] }],
    ['look', { look: { accent: '#ffff00' } }],
  ] as const)('with a mistake in %s has no body', (field, change) => {
    expect(widgetMistakes({ ...whole, ...change }, false)).toEqual([field]);
    expect(widgetBody({ ...whole, ...change }, false)).toBeUndefined();
  });

  test('needs the site key and the secret of a provider, unless a secret is stored', () => {
    const provider = { ...whole, captchaType: 'TURNSTILE' } as const;
    expect(widgetMistakes(provider, false)).toEqual(['siteKey', 'secret']);
    expect(widgetMistakes({ ...provider, siteKey: 'key' }, true)).toEqual([]);
    expect(widgetBody({ ...provider, siteKey: 'key', secret: 'hush' }, true)).toMatchObject({ secret: 'hush' });
  });

  test('of a site builder needs a key and a daily limit', () => {
    expect(widgetMistakes({ ...whole, kind: 'BUILDER' }, false)).toEqual(['keyId', 'dayAmountMax']);
    expect(widgetBody({ ...whole, kind: 'OWN_SITE', keyId: 'abcdefghijkl' }, false)).toMatchObject({ keyId: null });
  });

  test('drops names of texts and looks that the script does not know', () => {
    const stored = { ...whole, texts: { title: 'A', old: 'B' }, colours: { accent: '#0b57d0', shadow: 'x' } };
    // The shape of a reply.
    expect(formOfWidget(stored as unknown as Parameters<typeof formOfWidget>[0])).toMatchObject({
      texts: { title: 'A' },
      look: { accent: '#0b57d0' },
    });
  });
});

test.each([
  ['https://Shop.Example/checkout?x=1', 'shop.example'],
  [' shop.example ', 'shop.example'],
  ['localhost:3000', 'localhost:3000'],
])('the site of %s is %s', (typed, site) => {
  expect(siteOf(typed)).toBe(site);
});
