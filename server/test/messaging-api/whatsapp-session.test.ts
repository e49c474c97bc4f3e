// Allowed WhatsApp messages where names and templates are moderated: texts of registered templates, codes, and for a
// day any reply to a subscriber.
import { beforeAll, describe, expect, test } from 'vitest';
import { covers } from '../../../tools/proofs/covers.ts';
import { receiveInbound } from '../../src/features/inbound/receive-inbound.ts';
import { useCell } from '../given/cell.ts';
import { numberAt } from '../given/http-client.ts';
import { givenSeller, registerName, type Seller } from '../given/people/seller.ts';
import { LONG_AGO } from '../given/people/templates.ts';

const cell = useCell({ settings: { moderation: 'manual' }, workers: [] });

const HOUR_S = 3_600;
const NAME = 'Cafe';
const WRITER = '79161230001';
const OTHER = '79161230002';
let seller: Seller;
let senderNameId = 0;
let templateId = 0;

beforeAll(async () => {
  seller = await givenSeller(cell(), { brands: [] });
  senderNameId = await registerName(cell(), seller, { channelType: 'WHATSAPP', senderName: NAME });
  const draft = { channelType: 'WHATSAPP', templateType: 'SERVICE', pattern: 'Order %d is ready', senderNameId };
  const { body } = await seller.ask('POST', '/templates', { ...draft, dateFrom: LONG_AGO }, 'SYSTEM');
  templateId = numberAt(body, 'id');
  await cell().sql(`update senders set status = 'APPROVED'`);
  await cell().sql(`update templates set status = 'APPROVED'`);
  await cell().sql('update companies set inbound_enabled = true');
});

let written = 0;
const write = (destination: string) =>
  receiveInbound(cell().platform, [
    {
      linkId: 1,
      providerMessageId: `wamid.${(written += 1)}`,
      channelType: 'WHATSAPP',
      senderName: NAME,
      destination,
      text: 'Is it ready?',
      contentType: 'text',
      sentAtMs: cell().now().getTime(),
    },
  ]);

const whatsapp = (content: unknown, destination = WRITER) => ({
  channelType: 'WHATSAPP',
  senderName: NAME,
  destination,
  content,
});
const codesOf = async (...items: object[]) =>
  (await seller.results(...items)).map(({ code, errorCode }) => errorCode ?? code);

describe('a WhatsApp message', () => {
  covers('messaging.send.content.whatsapp-template');
  test('of a registered template goes to any subscriber, any other text only to one who has written', async () => {
    expect(await codesOf(whatsapp('Order 17 is ready'), whatsapp('Come and see'))).toEqual([201, 7404]);
    const uuid = (await seller.results(whatsapp('Order 18 is ready')))[0]?.messageUuid ?? '';
    expect(await seller.message(uuid)).toMatchObject({ templateId, trafficType: 'SERVICE' });
  });

  covers('messaging.send.content.whatsapp-template');
  test('that is a code goes to any subscriber, a code with a free text does not', async () => {
    const code = { contentType: 'authentication', code: '1234' };
    expect(
      await codesOf(
        whatsapp(code),
        whatsapp({ ...code, text: 'Great prices today' }),
        whatsapp({ ...code, caption: 'Great prices today' }),
        whatsapp({ ...code, text: 'Order 17 is ready' }),
      ),
    ).toEqual([201, 7404, 7404, 201]);
  });

  covers('messaging.send.content.whatsapp-window');
  test("may have any text for a day after the subscriber's message", async () => {
    await write(WRITER);
    expect(await codesOf(whatsapp('Come and see'), whatsapp('Come and see', OTHER))).toEqual([201, 7404]);
    await cell().advance(24 * HOUR_S - 60);
    expect(await codesOf(whatsapp('Come and see'))).toEqual([201]);
    await cell().advance(61);
    expect(await codesOf(whatsapp('Come and see'))).toEqual([7404]);
  });
});

covers('messaging.send.content.whatsapp-template', 'messaging.send.content.whatsapp-window');
test('the same rule applies to recipients of a messaging dispatch', async () => {
  await write(WRITER);
  const draft = { dispatchName: 'Evening', channelType: 'WHATSAPP', senderName: NAME, content: '{what}' };
  const { body } = await seller.ask('POST', '/dispatch', draft);
  const recipient = (destination: string, what: string) => ({ destination, substitutions: { what } });
  const added = await seller.ask('POST', `/dispatch/${numberAt(body, 'dispatchId')}/messages`, [
    recipient(WRITER, 'Come and see'),
    recipient(OTHER, 'Come and see'),
    recipient(OTHER, 'Order 17 is ready'),
  ]);
  const messageUuid = expect.any(String) as string;
  expect(added.body).toEqual([
    { destination: WRITER, messageUuid },
    { destination: OTHER, errorCode: 7404 },
    { destination: OTHER, messageUuid },
  ]);
});

test('the same rule applies to dispatches of the partner API', async () => {
  await write(WRITER);
  const { body } = await cell().call('POST', '/dispatches', {
    token: seller.token,
    body: {
      companyId: seller.companyId,
      name: 'Evening',
      senderIds: [senderNameId],
      channelType: 'WHATSAPP',
      text: 'Come and see',
      messages: [
        { destination: WRITER },
        { destination: OTHER },
        { destination: OTHER, customText: 'Order 17 is ready' },
      ],
    },
  });
  expect(body).toMatchObject({ rejected: [{ destination: OTHER, errorCode: 7404 }] });
});
