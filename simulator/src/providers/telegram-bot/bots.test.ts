// Two independent clients of the Bot API read the answers of the simulated one.
import { Api as GrammyApi, GrammyError } from 'grammy';
import { Telegram, TelegramError } from 'telegraf';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Simulator, startSimulator } from '../../simulator.ts';

const TOKEN = '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw';

let simulator: Simulator;
beforeAll(async () => {
  simulator = await startSimulator();
});
afterAll(() => simulator.close());

const grammy = (token = TOKEN) => new GrammyApi(token, { apiRoot: simulator.botUrl });
const telegraf = (token = TOKEN) => new Telegram(token, { apiRoot: simulator.botUrl });

async function received(): Promise<{ destination: string; text: string }[]> {
  const response = await fetch(`${simulator.controlUrl}/received?account=telegram-bot`);
  return ((await response.json()) as { items: { destination: string; text: string }[] }).items; // the shape of GET /received
}

describe('grammY', () => {
  test('knows the bot and sends a text with a link', async () => {
    expect(await grammy().getMe()).toMatchObject({ id: 110_201_543, is_bot: true });
    const inline_keyboard = [[{ text: 'Open', url: 'https://shop.example' }]];
    const sent = await grammy().sendMessage(500, 'Hello', { reply_markup: { inline_keyboard } });
    expect(sent).toMatchObject({ chat: { id: 500, type: 'private' }, text: 'Hello' });
    expect((await received()).at(-1)).toMatchObject({ destination: '500', text: 'Hello' });
  });

  test.each([
    [512, 400, 'Bad Request: chat not found'],
    [513, 403, 'Forbidden: bot was blocked by the user'],
    [517, 403, 'Forbidden: user is deactivated'],
  ])('reads the refusal of chat %i as %i', async (chat, code, description) => {
    const error: unknown = await grammy()
      .sendMessage(chat, 'Hello')
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(GrammyError);
    expect(error).toMatchObject({ error_code: code, description });
  });

  test('reads the time to wait', async () => {
    await expect(grammy().sendMessage(514, 'Hello')).rejects.toMatchObject({
      error_code: 429,
      parameters: { retry_after: 1 },
    });
    expect(await grammy().sendMessage(514, 'Hello')).toMatchObject({ text: 'Hello' });
  });
});

describe('Telegraf', () => {
  test('knows the bot and sends a photo', async () => {
    expect(await telegraf().getMe()).toMatchObject({ id: 110_201_543, is_bot: true });
    const photo = { url: 'https://shop.example/a.png' };
    expect(await telegraf().sendPhoto(600, photo.url, { caption: 'Look' })).toMatchObject({ caption: 'Look' });
  });

  test('reads refusals', async () => {
    const error: unknown = await telegraf()
      .sendMessage(613, 'Hello')
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(TelegramError);
    expect(error).toMatchObject({ code: 403, description: 'Forbidden: bot was blocked by the user' });
    await expect(telegraf().sendMessage(600, '')).rejects.toMatchObject({ code: 400 });
    await expect(telegraf('1:short').getMe()).rejects.toMatchObject({ code: 404 });
  });
});
