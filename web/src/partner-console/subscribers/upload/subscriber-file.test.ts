// Files of subscribers, read from bytes to the pieces of an upload.
import { expect, test } from 'vitest';
import { NOTHING_SENT, type Sent, sendSubscribers } from './send-subscribers.ts';
import { openSubscribers, readPiece, type SubscriberFile, scanSubscribers } from './subscriber-file.ts';
import { findColumns, readSubscriber, type SubscriberItem } from './subscriber-rows.ts';

async function opened(text: string): Promise<SubscriberFile> {
  const file = await openSubscribers(new Blob([text]), 'TELEGRAM');
  if (file === undefined) throw new Error(`no columns found in ${text.slice(0, 40)}`);
  return file;
}

const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, at) => `${at + 1};7916${1_000_000 + at}`).join('\n');

test.each([
  ['titles in another order', [['Телефон', 'Имя', 'chat_id', 'Теги']], { hasHeader: true, id: 2, phone: 0, tags: 3 }],
  ['titles without tags', [['subscriberId', 'destination']], { hasHeader: true, id: 0, phone: 1, tags: null }],
  ['no titles', [['123', '79161230001']], { hasHeader: false, id: 0, phone: 1, tags: 2 }],
  ['titles that are not known', [['Клиент', 'Контакт']], undefined],
] as const)('columns of a file with %s', (_title, records, columns) => {
  expect(findColumns(records, 'TELEGRAM')).toEqual(columns);
});

const COLUMNS = { hasHeader: false, id: 0, phone: 1, tags: 2 };

test.each([
  [
    ['12', '8 (916) 123-00-01', 'vip, new vip'],
    { subscriberId: '12', destination: '79161230001', tags: ['vip', 'new'] },
  ],
  [[' 12 ', '9161230001'], { subscriberId: '12', destination: '79161230001' }],
  [['12', '79161230001', ''], { subscriberId: '12', destination: '79161230001' }],
])('the row %j is a subscriber', (fields, item) => {
  expect(readSubscriber(fields, COLUMNS, 'TELEGRAM')).toMatchObject({ item });
});

test.each([
  [['', '79161230001'], 'id-empty', ''],
  [['@anna', '79161230001'], 'id-form', '@anna'],
  [['1'.repeat(201), '79161230001'], 'id-long', '1'.repeat(201)],
  [['12', '7,9E+10'], 'scientific', '7,9E+10'],
  [['12', '791'], 'short', '791'],
  [['12'], 'empty', ''],
  [['12', '79161230001', 'vip-1'], 'tag-form', 'vip-1'],
  [['12', '79161230001', 'a b c d e f g h i j k'], 'tags-many', 'a b c d e f g h i j k'],
])('the row %j is refused: %s', (fields, fault, value) => {
  expect(readSubscriber(fields, COLUMNS, 'TELEGRAM')).toEqual({ fault, value });
});

test('ids of channels other than Telegram and VK may have letters', () => {
  expect(readSubscriber(['n8k3mA==', '79161230001'], COLUMNS, 'VIBER')).toHaveProperty('item');
});

test.each([
  ['titles', [['Token', 'Phone', 'Provider']], { hasHeader: true, id: 0, phone: 1, provider: 2, tags: null }],
  ['titles without a provider', [['Token', 'Phone']], undefined],
  ['no titles', [['dXk3', '79161230001', 'FCM']], { hasHeader: false, id: 0, phone: 1, provider: 2, tags: 3 }],
] as const)('columns of a file of devices with %s', (_title, records, columns) => {
  expect(findColumns(records, 'PUSH')).toEqual(columns);
});

const APP = { hasHeader: false, id: 0, phone: 1, provider: 2, tags: 3 };

test.each([
  [['dXk3', '79161230001', 'fcm'], { item: { subscriberId: 'dXk3', provider: 'FCM', destination: '79161230001' } }],
  [['dXk3', '79161230001', 'Pigeon'], { fault: 'provider', value: 'Pigeon' }],
  [['dXk3', '79161230001'], { fault: 'provider', value: '' }],
  [['', '79161230001', 'FCM'], { fault: 'token-empty', value: '' }],
  [['dXk3', '79161230001', 'web push'], { fault: 'token-form', value: 'dXk3' }],
  [['x'.repeat(4_097), '79161230001', 'HMS'], { fault: 'token-long', value: 'x'.repeat(4_097) }],
])('the row %j of a file of devices is read', (fields, read) => {
  expect(readSubscriber(fields, APP, 'PUSH')).toMatchObject(read);
});

test('a scan counts subscribers and names refused lines as a spreadsheet numbers them', async () => {
  const file = await opened('id;phone;tags\n1;9161230001;vip\n\n@anna;79161230002;\n3;791;\n4;79161230004;\n');
  expect(await scanSubscribers(file)).toMatchObject({
    good: 2,
    refused: 2,
    addedSeven: 1,
    lines: [
      { line: 4, fault: 'id-form', value: '@anna' },
      { line: 5, fault: 'short', value: '791' },
    ],
    examples: [
      { subscriberId: '1', destination: '79161230001', tags: ['vip'] },
      { subscriberId: '4', destination: '79161230004' },
    ],
  });
});

test('pieces hold every subscriber once, in the order of the file', async () => {
  const file = await opened(`${rowsOf(25)}\nbad;1`);
  const { checkpoints } = await scanSubscribers(file);
  const sizes: number[] = [];
  const ids: string[] = [];
  for (let row: number | undefined = 1; row !== undefined; ) {
    const piece = await readPiece(file, checkpoints, row, 10);
    sizes.push(piece.items.length);
    ids.push(...piece.items.map(({ subscriberId }) => subscriberId));
    row = piece.nextRow;
  }
  expect(sizes).toEqual([10, 10, 5]);
  expect(ids).toEqual(Array.from({ length: 25 }, (_, at) => String(at + 1)));
});

test('a file of more than one chunk is sent in pieces of ten thousand', async () => {
  const file = await opened(rowsOf(60_001));
  expect(file.source.blob.size).toBeGreaterThan(1024 * 1024);
  const scan = await scanSubscribers(file);
  expect(scan.checkpoints.length).toBeGreaterThan(1);
  const sizes: number[] = [];
  const send = async (items: readonly SubscriberItem[]) => {
    sizes.push(items.length);
    return { created: items.length, updated: 0, refused: [] };
  };
  const sent = await sendSubscribers(file, scan, NOTHING_SENT, {
    send,
    onSent: () => undefined,
    isCancelled: () => false,
  });
  expect(sizes).toEqual([...Array.from({ length: 6 }, () => 10_000), 1]);
  expect(sent).toMatchObject({ nextRow: undefined, done: 60_001, created: 60_001 });
});

test('an interrupted upload continues with the piece that failed', async () => {
  const file = await opened(rowsOf(25_000));
  const scan = await scanSubscribers(file);
  const firsts: (string | undefined)[] = [];
  let last: Sent = NOTHING_SENT;
  let isDown = false;
  const ways = {
    send: async (items: readonly SubscriberItem[]) => {
      firsts.push(items[0]?.subscriberId);
      if (isDown) throw new Error('no answer');
      isDown = true;
      return { created: items.length - 1, updated: 0, refused: [2] };
    },
    onSent: (sent: Sent) => {
      last = sent;
    },
    isCancelled: () => false,
  };
  await expect(sendSubscribers(file, scan, NOTHING_SENT, ways)).rejects.toThrow('no answer');
  expect(last).toEqual({
    nextRow: 10_001,
    done: 10_000,
    created: 9_999,
    updated: 0,
    refused: [{ line: 3, value: '79161000002' }],
  });
  isDown = false;
  await expect(sendSubscribers(file, scan, last, ways)).rejects.toThrow('no answer');
  expect(firsts).toEqual(['1', '10001', '10001', '20001']);
});

test('a cancelled upload sends no further piece', async () => {
  const file = await opened(rowsOf(5));
  const send = () => Promise.reject(new Error('a piece was sent'));
  const sent = await sendSubscribers(file, await scanSubscribers(file), NOTHING_SENT, {
    send,
    onSent: () => undefined,
    isCancelled: () => true,
  });
  expect(sent).toEqual(NOTHING_SENT);
});
