import { describe, expect, test } from 'vitest';
import type { Answer } from '../dialect.ts';
import { whatsappCloud } from './dialect.ts';

const TOKEN = 'EAAGm0PX4ZCpsBAKZCZCq1V8nXo5Z';
const dialect = whatsappCloud({ basePath: '', settings: {} });
const account = { settings: { phoneNumberId: '106540352242922' }, secrets: { token: TOKEN } };
const answer = (body: unknown, status = 200): Answer => ({ kind: 'answer', status, retryAfterMs: 0, body });

describe('the templates of a business account', () => {
  const reader = { ...account, settings: { ...account.settings, wabaId: '102290129340398' } };
  const fields = 'name%2Clanguage%2Cstatus%2Ccategory%2Ccomponents%2Cparameter_format%2Crejected_reason';

  test('are asked for page by page, under the token of the sender name', () => {
    expect(dialect.listTemplates?.(reader, undefined)).toMatchObject({
      method: 'GET',
      path: `/v24.0/102290129340398/message_templates?fields=${fields}&limit=100`,
      headers: { authorization: `Bearer ${TOKEN}` },
    });
    expect(dialect.listTemplates?.(reader, 'QVFI&x')?.path).toMatch(/&after=QVFI%26x$/);
    expect(dialect.listTemplates?.(account, undefined)).toBeUndefined();
  });

  test('are understood with their variables; entries without a name are skipped', () => {
    const data = [
      {
        name: 'order_ready',
        language: 'en_US',
        status: 'APPROVED',
        category: 'UTILITY',
        parameter_format: 'POSITIONAL',
        rejected_reason: 'NONE',
        components: [
          { type: 'HEADER', format: 'TEXT', text: 'Shop' },
          { type: 'BODY', text: 'Order {{1}} of {{2}}, again {{1}}' },
          { type: 'BUTTONS', buttons: [{ type: 'URL', text: 'Open', url: 'https://shop.example/{{1}}' }] },
        ],
      },
      {
        name: 'bye',
        language: 'ru',
        status: 'REJECTED',
        rejected_reason: 'ABUSIVE_CONTENT',
        parameter_format: 'NAMED',
      },
      { language: 'ru', status: 'APPROVED' },
    ];
    const paging = { cursors: { before: 'A', after: 'B' }, next: 'https://graph.facebook.com/?access_token=secret' };
    expect(dialect.hearTemplates?.(answer({ data, paging }))).toEqual({
      templates: [
        {
          name: 'order_ready',
          language: 'en_US',
          status: 'APPROVED',
          category: 'UTILITY',
          reason: '',
          variables: 2,
          isNamed: false,
          hasOtherVariables: true,
        },
        {
          name: 'bye',
          language: 'ru',
          status: 'REJECTED',
          category: '',
          reason: 'ABUSIVE_CONTENT',
          variables: 0,
          isNamed: true,
          hasOtherVariables: false,
        },
      ],
      after: 'B',
    });
  });

  test('end with the page that names no next one, and with an answer that is no page', () => {
    expect(dialect.hearTemplates?.(answer({ data: [], paging: { cursors: { after: 'B' } } }))).toEqual({
      templates: [],
    });
    expect(
      dialect.hearTemplates?.(answer({ error: { message: 'words', type: 'OAuthException', code: 190 } }, 401)),
    ).toBeUndefined();
    expect(dialect.hearTemplates?.(answer(undefined))).toBeUndefined();
  });
});
