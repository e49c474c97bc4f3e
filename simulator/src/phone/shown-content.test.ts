import { expect, test } from 'vitest';
import { shownContent } from './shown-content.ts';

const reply = { label: 'Yes' };
const link = { label: 'Open', url: 'https://shop.example/' };
const picture = 'https://shop.example/a.png';

test.each([
  [
    'viber',
    { contentType: 'button', imageUrl: picture, caption: 'Open', action: link.url },
    { pictureUrl: picture, buttons: [link] },
  ],
  [
    'whatsapp',
    {
      contentType: 'document',
      fileUrl: 'https://shop.example/bill%204.pdf',
      header: { text: 'Bill' },
      footer: { text: 'Shop' },
      keyboard: { buttons: [{ type: 'reply', text: 'Yes' }] },
    },
    {
      header: 'Bill',
      footer: 'Shop',
      file: { name: 'bill 4.pdf', url: 'https://shop.example/bill%204.pdf' },
      buttons: [reply],
    },
  ],
  ['push', { contentType: 'push', title: 'Sale', action: link.url }, { header: 'Sale', buttons: [link] }],
  ['sms', undefined, { buttons: [] }],
  [
    'telegram-bot',
    { photo: picture, reply_markup: { inline_keyboard: [[{ text: 'Open', url: link.url }]] } },
    { pictureUrl: picture, buttons: [link] },
  ],
  ['telegram-bot', { reply_markup: { keyboard: [[{ text: 'Yes' }]] } }, { buttons: [reply] }],
  [
    'max-bot',
    {
      attachments: [
        { type: 'image', payload: { url: picture } },
        {
          type: 'inline_keyboard',
          payload: { buttons: [[{ type: 'message', text: 'Yes' }], [{ type: 'link', text: 'Open', url: link.url }]] },
        },
      ],
    },
    { pictureUrl: picture, buttons: [reply, link] },
  ],
  [
    'vk-bot',
    {
      keyboard: JSON.stringify({
        buttons: [
          [{ action: { type: 'text', label: 'Yes' } }],
          [{ action: { type: 'open_link', label: 'Open', link: link.url } }],
        ],
      }),
    },
    { buttons: [reply, link] },
  ],
  [
    'whatsapp-cloud',
    {
      type: 'interactive',
      interactive: {
        header: { type: 'image', image: { link: picture } },
        action: { buttons: [{ reply: { id: '1', title: 'Yes' } }] },
      },
    },
    { pictureUrl: picture, buttons: [{ label: 'Yes', id: '1' }] },
  ],
  [
    'whatsapp-cloud',
    { type: 'template', template: { name: 'order', components: [] } },
    { header: 'Template order', buttons: [] },
  ],
  ['partner-key', { image: picture, caption: 'Open', action: link.url }, { pictureUrl: picture, buttons: [link] }],
  [
    'partner-login',
    { instantContent: { type: 'BUTTON', data: { imageURL: picture, caption: 'Open', action: link.url } } },
    { pictureUrl: picture, buttons: [link] },
  ],
])('a message of %s is shown as the person sees it', (account, content, shown) => {
  expect(shownContent(account, 'Hello', content)).toEqual({ text: 'Hello', ...shown });
});

test('a content of another form shows its text', () => {
  for (const content of [null, 7, [], { keyboard: 7 }, { attachments: [null] }])
    for (const account of ['viber', 'max-bot', 'telegram-bot', 'whatsapp-cloud', 'partner-login'])
      expect(shownContent(account, 'Hello', content)).toMatchObject({ text: 'Hello', buttons: [] });
});
