import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { ProviderRequest } from '../../platform/http/provider-http.ts';
import { openFiles } from '../files.ts';
import type { Submission } from '../link-job.ts';
import { partnerRest } from './dialect.ts';
import type { PartnerLink } from './form.ts';

const HOOKS_URL = 'https://volley.example/channels/v1/partner';
const SECRET = 'the-secret-of-the-link';
const TOKEN = createHmac('sha256', SECRET).update('volley partner reports').digest('base64url');
const REPORT_URL = `${HOOKS_URL}/partner/${TOKEN}`;
const OWN_ID = '0197c3a1-5e00-7000-8000-4d5a1c2b3e4f-40502';

const linkOf = (settings: PartnerLink['settings'], change: Partial<PartnerLink> = {}): PartnerLink => ({
  basePath: '/v2',
  account: 'volley',
  secret: SECRET,
  settings,
  hooksUrl: HOOKS_URL,
  ...change,
});
const login = partnerRest(linkOf({ form: 'login' }));
const key = partnerRest(linkOf({ form: 'key', vkTemplate: 'plain' }));

const viber: Submission = {
  messageId: '0197c3a1-5e00-7000-8000-4d5a1c2b3e4f',
  channelType: 'VIBER',
  trafficType: 'SERVICE',
  senderName: 'Shop',
  destination: '79161230001',
  text: 'Your parcel has arrived',
  reference: 40_502,
};
const { text } = viber;
const BUTTON = { caption: 'Track', action: 'https://shop.example/p/4711' };
const IMAGE = 'https://shop.example/parcel.png';
const keyboard = (...types: readonly string[]) => ({
  buttons: types.map((type) => ({ type, text: 'Track', value: 'https://shop.example/p/4711' })),
});

const parsed = ({ body = '' }: ProviderRequest): unknown => JSON.parse(body);

describe('a message in the form login', () => {
  test('has login and password, our id, and the address for reports', () => {
    const request = login.commit({ ...viber, channelType: 'MAX', ttlSeconds: 600 }, 0, {});
    expect([request.method, request.path]).toEqual(['POST', '/v2']);
    expect(request.headers).toEqual({ 'content-type': 'application/json' });
    expect(parsed(request)).toEqual({
      login: 'volley',
      password: SECRET,
      id: OWN_ID,
      destAddr: '79161230001',
      shortenLinks: false,
      notifyUrl: REPORT_URL,
      message: { type: 'MAX', data: { text, serviceNumber: 'Shop', ttl: 600, ttlUnit: 'SECONDS' } },
    });
  });

  test.each([
    [undefined, { type: 'TEXT', data: { text } }],
    [
      { contentType: 'authentication', code: '4711' },
      { type: 'TEXT', data: { text } },
    ],
    [
      { contentType: 'button', text },
      { type: 'TEXT', data: { text } },
    ],
    [
      { contentType: 'button', text, ...BUTTON },
      { type: 'BUTTON', data: { text, ...BUTTON } },
    ],
    [
      { contentType: 'button', text, ...BUTTON, imageUrl: IMAGE },
      { type: 'BUTTON', data: { text, ...BUTTON, imageURL: IMAGE } },
    ],
    [
      { contentType: 'text', keyboard: keyboard('url') },
      { type: 'BUTTON', data: { text, ...BUTTON } },
    ],
  ])('of Viber with the content %j has %j', (special, instantContent) => {
    const request = login.commit({ ...viber, ...(special !== undefined && { special }) }, 0, {});
    expect(parsed(request)).toMatchObject({ message: { type: 'VIBER', data: { instantContent } } });
  });

  test('of Viber may be a picture alone', () => {
    const special = { contentType: 'image', fileUrl: IMAGE };
    expect(parsed(login.commit({ ...viber, text: '', special }, 0, {}))).toMatchObject({
      message: { data: { instantContent: { type: 'IMAGE_URL', data: { imageURL: IMAGE } } } },
    });
  });

  test('without an address of this service names no address for reports', () => {
    const { hooksUrl: _none, ...bare } = linkOf({ form: 'login' }, { basePath: '' });
    const request = partnerRest(bare).commit(viber, 0, {});
    expect(request.path).toBe('/');
    expect(parsed(request)).not.toHaveProperty('notifyUrl');
  });
});

describe('a message in the form key', () => {
  test('of Viber has the key in a header, and content, reference and address for reports in the body', () => {
    const special = { contentType: 'button', text, ...BUTTON, imageUrl: IMAGE };
    const request = key.commit({ ...viber, special, ttlSeconds: 60 }, 0, {});
    expect(request.path).toBe('/v2/viber/messages');
    expect(request.headers).toEqual({ authorization: `Key ${SECRET}`, 'content-type': 'application/json' });
    expect(parsed(request)).toEqual({
      messages: [
        {
          from: 'Shop',
          to: '79161230001',
          text,
          ...BUTTON,
          image: IMAGE,
          validity: 60,
          options: [{ reference: '40502' }],
          callbackUrl: REPORT_URL,
        },
      ],
    });
  });

  test('of VK is the variable of the template that the link names', () => {
    const link = linkOf({ form: 'key', vkTemplate: 'plain', vkRoutes: 'OK,VK', vkDeliveryPolicy: 'any' });
    const request = partnerRest(link).commit({ ...viber, channelType: 'VK', ttlSeconds: 60 }, 0, {});
    expect(request.path).toBe('/v2/vk/messages');
    expect(parsed(request)).toEqual({
      messages: [
        {
          service: 'Shop',
          phone: '79161230001',
          tmpl: 'plain',
          tmpl_data: { text },
          routes: ['OK', 'VK'],
          delivery_policy: 'any',
          ttl: 60,
          callbackData: { reference: '40502' },
          status_url: REPORT_URL,
        },
      ],
    });
  });

  test.each([
    [{ vkTemplate: 'plain', vkTemplates: 'Bank=code,Shop=order' }, 'order'],
    [{ vkTemplate: 'plain', vkTemplates: 'Bank=code' }, 'plain'],
    [{ vkTemplates: 'Shop=order' }, 'order'],
  ])('of VK with the settings %j has the template %s', (settings, tmpl) => {
    const dialect = partnerRest(linkOf({ form: 'key', ...settings }));
    expect(parsed(dialect.commit({ ...viber, channelType: 'VK' }, 0, {}))).toMatchObject({
      messages: [{ service: 'Shop', tmpl }],
    });
  });

  test('of VK without a template for its sender name goes over another link or fails with 7404', async () => {
    const dialect = partnerRest(linkOf({ form: 'key', vkTemplates: 'Bank=code' }));
    const files = openFiles({ allow: [], sourceAddress: '' });
    const noCall = () => Promise.reject(new Error('no call is expected'));
    expect(await dialect.prepare?.({ ...viber, channelType: 'VK' }, noCall, files)).toEqual({
      kind: 'unsuitable',
      errorCode: 7404,
    });
  });
});

test.each([
  ['login', 'VIBER', 1, 30],
  ['login', 'VIBER', 2_000_000, 86_400],
  ['key', 'VIBER', 1, 15],
  ['key', 'VIBER', 59.9, 59],
  ['key', 'VIBER', 2_000_000, 1_209_600],
  ['key', 'VK', 2_000_000, 86_400],
] as const)(
  'in the form %s a %s message with a lifetime of %d s has %i s',
  (form, channelType, ttlSeconds, seconds) => {
    const dialect = form === 'login' ? login : key;
    const { body } = dialect.commit({ ...viber, channelType, ttlSeconds }, 0, {});
    expect(body).toMatch(new RegExp(`"(?:ttl|validity)":${seconds}\\b`));
  },
);

test.each([
  ['login', 'VIBER', { contentType: 'video', fileUrl: 'https://shop.example/a.mp4' }, 151],
  ['login', 'VIBER', { contentType: 'image', fileUrl: IMAGE }, 151],
  ['login', 'VIBER', { contentType: 'button', text, caption: 'Track' }, 151],
  ['login', 'VIBER', { contentType: 'text', keyboard: keyboard('reply') }, 151],
  ['login', 'VIBER', { contentType: 'text', keyboard: keyboard('url', 'url') }, 151],
  ['login', 'VIBER', { contentType: 'text', footer: { text: 'Shop' } }, 151],
  ['login', 'MAX', { contentType: 'text', imageUrl: IMAGE }, 151],
  ['login', 'MAX', { contentType: 'text', keyboard: keyboard('url') }, 151],
  ['key', 'MAX', { contentType: 'text' }, 151],
  ['key', 'VIBER', { contentType: 'button', text, ...BUTTON, caption: 'x'.repeat(31) }, 151],
  ['key without a template', 'VK', { contentType: 'text' }, 7404],
] as const)('in the form %s a %s message with %j is not carried: %i', async (form, channelType, special, errorCode) => {
  const bare = partnerRest(linkOf({ form: 'key' }));
  const dialect = form === 'login' ? login : form === 'key' ? key : bare;
  const noCall = () => Promise.reject(new Error('asked'));
  const files = openFiles({ allow: [], sourceAddress: '' });
  const ending = await dialect.prepare?.({ ...viber, channelType, special }, noCall, files);
  expect(ending).toEqual({ kind: 'unsuitable', errorCode });
});
