// The official client of the Bot API of MAX reads the answers of the simulated one.
import { fileURLToPath } from 'node:url';
import { Bot, ImageAttachment, Keyboard, MaxError } from '@maxhub/max-bot-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Simulator, startSimulator } from '../../simulator.ts';

const PICTURE = fileURLToPath(new URL('../../../../docs/screenshots/dispatch.webp', import.meta.url));
const TOKEN = 'f9LHodD0cOL5NY7All_9xJRh5ZhPw6bRvq_0Adm8';

let simulator: Simulator;
beforeAll(async () => {
  simulator = await startSimulator();
});
afterAll(() => simulator.close());

const api = (token = TOKEN) => new Bot(token, { clientOptions: { baseUrl: simulator.maxBotUrl } }).api;

async function received(): Promise<{ destination: string; text: string; content: unknown }[]> {
  const response = await fetch(`${simulator.controlUrl}/received?account=max-bot`);
  return ((await response.json()) as { items: { destination: string; text: string; content: unknown }[] }).items; // the shape of GET /received
}

test('it knows the bot', async () => {
  expect(await api().getMyInfo()).toMatchObject({ user_id: expect.any(Number), is_bot: true });
});

test('it sends a text with a picture and a link', async () => {
  const picture = new ImageAttachment({ url: 'https://shop.example/a.png' }).toJson();
  const link = Keyboard.inlineKeyboard([[Keyboard.button.link('Open', 'https://shop.example')]]);
  const sent = await api().sendMessageToUser(500, 'Hello', { attachments: [picture, link] });
  expect(sent).toMatchObject({
    recipient: { chat_id: expect.any(Number), chat_type: 'dialog', user_id: 500 },
    body: { mid: expect.stringMatching(/^mid\./), text: 'Hello' },
  });
  expect((await received()).at(-1)).toMatchObject({
    destination: '500',
    text: 'Hello',
    // The form in which our own messages go.
    content: {
      text: 'Hello',
      attachments: [
        { type: 'image', payload: { url: 'https://shop.example/a.png' } },
        {
          type: 'inline_keyboard',
          payload: { buttons: [[{ type: 'link', text: 'Open', url: 'https://shop.example' }]] },
        },
      ],
    },
  });
});

test.each([
  [512, 404, 'chat.not.found'],
  [513, 403, 'chat.denied'],
  [514, 429, 'too.many.requests'],
])('it reads the refusal of person %i as %i', async (userId, status, code) => {
  const error: unknown = await api()
    .sendMessageToUser(userId, 'Hello')
    .catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(MaxError);
  expect(error).toMatchObject({ status, code });
});

test('it reads refused content and refused tokens', async () => {
  await expect(api().sendMessageToUser(500, 'x'.repeat(4_001))).rejects.toMatchObject({
    status: 400,
    code: 'proto.payload',
  });
  await expect(api('short').getMyInfo()).rejects.toMatchObject({ status: 401, code: 'verify.token' });
});

test('it sends again when a picture is not ready', async () => {
  const attachments = [new ImageAttachment({ url: 'https://shop.example/a.png' }).toJson()];
  expect(await api().sendMessageToUser(518, 'Look', { attachments })).toMatchObject({ body: { text: 'Look' } });
});

test('it uploads a picture and sends it by its tokens, in the form in which our own messages go', async () => {
  const image = await api().uploadImage({ source: PICTURE });
  expect(await api().sendMessageToUser(520, 'Look', { attachments: [image.toJson()] })).toMatchObject({
    body: { text: 'Look' },
  });
  expect((await received()).at(-1)).toMatchObject({
    content: { attachments: [{ type: 'image', payload: { photos: {} } }] },
  });
});
