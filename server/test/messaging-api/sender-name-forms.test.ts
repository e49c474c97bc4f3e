// The form of a sender name: JSON and its files. A refused form names its mistake and leaves no file.
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { covers } from '../../../tools/proofs/covers.ts';
import { type Api, sharedApi } from '../given/api.ts';
import { BOUNDARY, form, MEBIBYTE, type Part, pdf, storedFiles } from '../given/document-files.ts';
import { numberAt, type Reply } from '../given/http-client.ts';
import { type Account, givenAccount } from '../given/people/account.ts';
import { filePart, formSenderTo, jsonPart, type SendForm } from '../given/people/sender-names.ts';
import { codeOf, msgOf } from '../given/people/templates.ts';
import { documentNamesOf, pendingUploads } from '../given/rows/documents.ts';
import { until } from '../given/until.ts';

let api: Api;
let account: Account;
let sendForm: SendForm;
beforeAll(async () => {
  api = await sharedApi({ moderation: 'manual' });
  account = await givenAccount(api);
  sendForm = formSenderTo(api.url, account);
});
afterAll(() => api.close());

const stored = () => storedFiles(api.platform.config.fileFolder);
const documentsOf = ({ body: sender }: Reply) => documentNamesOf(api, numberAt(sender, 'id'));

describe('a form', () => {
  const promo = () => jsonPart({ commonType: 'PROMO' });

  covers('messaging.sender-name.create.files');
  test.each<[string, () => Part[], string]>([
    [
      'eleven files',
      () => [promo(), ...Array.from({ length: 11 }, (_, at) => filePart(at + 1))],
      'body must have the part body and at most 10 files',
    ],
    [
      'a name twice',
      () => [promo(), filePart(1), filePart(1)],
      'body must have its files in the parts file1 to file10',
    ],
    [
      'another part',
      () => [promo(), { ...filePart(1), name: 'scan' }],
      'body must have its files in the parts file1 to file10',
    ],
    [
      'a file number it does not have',
      () => [promo(), filePart(11)],
      'body must have its files in the parts file1 to file10',
    ],
    [
      'another kind of file',
      () => [promo(), filePart(1), filePart(2, { filename: 'x.exe' })],
      'file2 must be a PDF, JPG or PNG',
    ],
    ['a file that is not what it says', () => [promo(), filePart(1), filePart(2, { content: 'text' })], 'file2 '],
    [
      'a file that is too large',
      () => [promo(), filePart(1, { content: pdf(10 * MEBIBYTE + 1) })],
      'file1 must be at most 10485760 bytes',
    ],
    ['no JSON', () => [filePart(1)], 'body is required'],
    ['nothing', () => [], 'body '],
    ['a wrong member after the file', () => [filePart(1), jsonPart({ commonType: 'X' })], 'commonType must be one of'],
    ['malformed JSON', () => [{ name: 'body', content: '{' }, filePart(1)], 'Malformed JSON'],
    ['a wrong member', () => [jsonPart({ commonType: 'X' }), filePart(1)], 'commonType must be one of'],
    ['a wrong name', () => [jsonPart({ senderName: 'Я' }), filePart(1)], 'senderName may contain only Latin letters'],
  ])('with %s is refused and leaves no file', async (_title, parts, problem) => {
    const before = await stored();
    const reply = await sendForm(parts());
    expect([codeOf(reply), msgOf(reply)]).toEqual([4000, expect.stringContaining(problem)]);
    expect(await stored()).toEqual(before);
    expect(await pendingUploads(api)).toEqual([]);
  });

  covers('messaging.sender-name.create.files');
  test('of ten files, one of ten megabytes, is accepted', async () => {
    const files = Array.from({ length: 10 }, (_, at) => filePart(at + 1));
    const reply = await sendForm([promo(), ...files.slice(1), { ...filePart(1), content: pdf(10 * MEBIBYTE) }]);
    expect(reply.status).toBe(201);
    expect(await documentsOf(reply)).toHaveLength(10);
  });

  covers('messaging.sender-name.create.files');
  test('may have its JSON after or between the files', async () => {
    const reply = await sendForm([filePart(2, { content: pdf(MEBIBYTE) }), promo(), filePart(1)]);
    expect(reply.status).toBe(201);
    expect(await documentsOf(reply)).toHaveLength(2);
    const last = await sendForm([filePart(1), promo()]);
    expect([last.status, await documentsOf(last)]).toEqual([201, [expect.any(String)]]);
  });

  test('under an Idempotency-Key is answered once; another file is a conflict', async () => {
    const key = 'form-1';
    const json = promo();
    const first = await sendForm([json, filePart(1)], { key });
    const second = await sendForm([json, filePart(1)], { key });
    expect([second.status, second.body]).toEqual([201, first.body]);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(codeOf(await sendForm([json, filePart(1, { content: pdf(300) })], { key }))).toBe(4090);
    expect(await pendingUploads(api)).toEqual([]);
  });

  test('that is aborted leaves no file', async () => {
    const { hostname, port } = new URL(api.url);
    const before = await stored();
    const socket = connect(Number(port), hostname);
    const whole = form([promo(), filePart(1), filePart(2, { content: pdf(MEBIBYTE) })]);
    socket.write(
      `POST /api/v1/sender-names HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${account.keys.SYSTEM}\r\n` +
        `Content-Type: multipart/form-data; boundary=${BOUNDARY}\r\nContent-Length: ${whole.length}\r\n\r\n`,
    );
    socket.write(whole.subarray(0, MEBIBYTE / 2));
    await until('the second file has begun', async () => (await stored()).length > before.length + 1);
    socket.destroy();
    await until('the files are gone', async () => (await stored()).length === before.length);
    await until('the rows of the files are gone', async () => (await pendingUploads(api)).length === 0);
  });
});
