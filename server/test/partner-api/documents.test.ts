import { stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { covers } from '../../../tools/proofs/covers.ts';
import { type Api, givenApi, givenCompany } from '../given/api.ts';
import {
  BOUNDARY,
  form,
  jpeg,
  MEBIBYTE,
  type Part,
  pdf,
  png,
  storedFiles,
  type Upload,
  uploaderTo,
} from '../given/document-files.ts';
import { textAt } from '../given/http-client.ts';
import { pendingUploads } from '../given/rows/documents.ts';
import { until } from '../given/until.ts';

const LIMIT = 10 * MEBIBYTE;

let api: Api;
let token: string;
let companyId: number;
let upload: Upload;
beforeAll(async () => {
  api = await givenApi();
  token = (await api.givenPartner()).token;
});
beforeEach(async () => {
  companyId = await givenCompany(api, token);
  upload = uploaderTo(api.url, token, companyId);
});
afterAll(() => api.close());

const one = (part: Part) => upload(form([part]));
const list = async () => (await api.call('GET', `/company/${companyId}/documents`, { token })).body;

const stored = () => storedFiles(api.platform.config.fileFolder);

/** The upload left no row, no file and no pending-upload row. */
async function nothingKept(before: readonly string[]): Promise<void> {
  expect(await list()).toEqual([]);
  expect(await stored()).toEqual(before);
  expect(await pendingUploads(api)).toEqual([]);
}

async function expectRefused(sent: Promise<{ status: number; body: unknown }>, problem: string): Promise<void> {
  const { status, body } = await sent;
  const error = { code: 4000, msg: `Bad Request: ${problem}`, details: expect.any(Array) };
  expect([status, body]).toEqual([400, { error }]);
}

describe('POST /company/{id}/documents', () => {
  covers(
    'document.upload.multipart',
    'document.upload.one-file-part',
    'document.upload.pdf',
    'document.upload.jpg',
    'document.upload.png',
  );
  test.each([
    ['a PDF', { content: pdf(), filename: 'a.pdf', type: 'application/pdf' }],
    ['a JPG', { content: jpeg(), filename: 'a.jpg', type: 'image/jpeg' }],
    ['a PNG', { content: png(), filename: 'a.png', type: 'image/png' }],
    ['an extension in capitals', { content: jpeg(), filename: 'Scan.JPEG', type: 'image/jpeg' }],
    ['a file without a declared type', { content: pdf(), filename: 'a.pdf' }],
    ['a file declared as bytes', { content: png(), filename: 'a.png', type: 'application/octet-stream' }],
    ['a PDF after a byte order mark', { content: Buffer.concat([Buffer.from('\ufeff\n'), pdf()]), filename: 'a.pdf' }],
    ['a picture of 50 megapixels', { content: png(10_000, 5_000), filename: 'a.png' }],
    [
      'a PDF with an archive behind it',
      { content: Buffer.concat([pdf(), Buffer.from('PK\x05\x06')]), filename: 'a.pdf' },
    ],
  ])('accepts %s', async (_what, part) => {
    const reply = await one(part);
    expect([reply.status, reply.body]).toEqual([
      201,
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        companyId,
        filename: part.filename,
        createdAt: expect.any(String),
      },
    ]);
    expect(await list()).toEqual([reply.body]);
  });

  covers('document.filename.original');
  test.each([
    ['C:\\\\Users\\\\me\\\\contract.pdf', 'contract.pdf'],
    ['../../etc/contract.pdf', 'contract.pdf'],
    ['a\0b\x07.pdf', 'ab.pdf'],
    ['\u202efdp.exe\u2066.pdf', 'fdp.exe.pdf'],
    ['e\u0301.pdf', '\u00e9.pdf'],
    ['Договор №1.pdf', 'Договор №1.pdf'],
    [`${'я'.repeat(251)}.pdf`, `${'я'.repeat(251)}.pdf`],
  ])('stores the name %j as %j', async (filename, shown) => {
    const reply = await one({ content: pdf(), filename });
    expect([reply.status, textAt(reply.body, 'filename')]).toEqual([201, shown]);
  });

  covers('document.upload.ten-megabytes', 'limits.document');
  test('accepts exactly 10,485,760 bytes', async () => {
    const before = await stored();
    await expectRefused(one({ content: pdf(LIMIT + 1), filename: 'a.pdf' }), `file must be at most ${LIMIT} bytes`);
    await nothingKept(before);
    expect((await one({ content: pdf(LIMIT), filename: 'a.pdf' })).status).toBe(201);
  });

  test('refuses a body that declares too large a size, and one that declares none', async () => {
    const before = await stored();
    const tooLarge = form([{ content: pdf(2 * LIMIT), filename: 'a.pdf' }]);
    await expectRefused(upload(tooLarge), `file must be at most ${LIMIT} bytes`);
    await expectRefused(upload(new Blob([new Uint8Array(tooLarge)]).stream()), `file must be at most ${LIMIT} bytes`);
    await nothingKept(before);
  });

  const good = { content: pdf(), filename: 'a.pdf' };
  test.each<[string, Buffer, string]>([
    ['two files', form([good, good]), 'body must have exactly one part: the file file'],
    ['a file and a field', form([good, { name: 'x', content: '1' }]), 'body must have exactly one part: the file file'],
    ['a field and a file', form([{ name: 'x', content: '1' }, good]), 'body must have exactly one part: the file file'],
    [
      'another name of the part',
      form([{ ...good, name: 'document' }]),
      'body must have exactly one part: the file file',
    ],
    ['a field in place of the file', form([{ content: 'x' }]), 'body must have exactly one part: the file file'],
    ['no part at all', form([]), 'file is required'],
    ['no end of the form', form([good], ''), 'body must be a complete multipart form'],
    ['no end of the file', form([good]).subarray(0, 150), 'body must be a complete multipart form'],
    ['no bytes of the file', form([{ content: '', filename: 'a.pdf' }]), 'file is not a PDF'],
    ['nothing', Buffer.alloc(0), 'body must be a complete multipart form'],
    ['rubbish', Buffer.from('rubbish'), 'body must be a complete multipart form'],
  ])('refuses a form with %s and stores nothing', async (_what, body, problem) => {
    const before = await stored();
    await expectRefused(upload(body), problem);
    await nothingKept(before);
  });

  test.each([
    ['application/json', '{}'],
    ['application/x-www-form-urlencoded', 'file=x'],
    ['multipart/form-data', 'x'],
    ['multipart/mixed; boundary=x', 'x'],
    ['text/plain', 'x'],
  ])('refuses a body of type %s', async (type, body) => {
    const reply = await upload(Buffer.from(body), { 'content-type': type });
    expect([reply.status, reply.body]).toMatchObject([400, { error: { code: 4000 } }]);
  });

  const named = 'is declared to be of another type than its name says';
  covers('document.upload.other-kinds');
  test.each<[string, Part, string]>([
    ['a program', { content: Buffer.alloc(500, 'MZ'), filename: 'a.exe' }, 'must be a PDF, JPG or PNG'],
    ['a renamed program', { content: Buffer.alloc(500, 'MZ'), filename: 'a.pdf' }, 'is not a PDF'],
    ['a program that ends as a PDF', { content: behind('MZ'), filename: 'a.pdf' }, 'is not a PDF'],
    ['an archive that holds a PDF', { content: behind('PK\x03\x04'), filename: 'a.pdf' }, 'is not a PDF'],
    ['a page that holds a PDF', { content: behind(' <html>'), filename: 'a.pdf' }, 'is not a PDF'],
    ['a picture that holds a PDF', { content: Buffer.concat([jpeg(), pdf()]), filename: 'a.pdf' }, 'is not a PDF'],
    ['a PDF that starts late', { content: behind(' '.repeat(1020)), filename: 'a.pdf' }, 'is not a PDF'],
    ['a PDF named as a picture', { content: pdf(), filename: 'a.png' }, 'is not a PNG'],
    ['a JPEG named as a PNG', { content: jpeg(), filename: 'a.png' }, 'is not a PNG'],
    ['a PNG named as a JPEG', { content: png(), filename: 'a.jpg' }, 'is not a JPEG'],
    ['a PDF without its end', { content: pdf(5000).subarray(0, 4900), filename: 'a.pdf' }, 'is a PDF without its end'],
    ['a PNG without its end', { content: png().subarray(0, -8), filename: 'a.png' }, 'is a PNG without its end'],
    ['a JPEG without its end', { content: jpeg().subarray(0, -2), filename: 'a.jpg' }, 'is a JPEG without its end'],
    ['a JPEG without a frame', { content: Buffer.from('ffd8ffd9', 'hex'), filename: 'a.jpg' }, 'is not a JPEG'],
    ['a PNG with a changed header', { content: changedPng(), filename: 'a.png' }, 'is not a PNG'],
    ['a huge PNG', { content: png(10_001, 5_000), filename: 'a.png' }, 'is a picture of more than 50 megapixels'],
    ['a huge JPEG', { content: jpeg(65_000, 65_000), filename: 'a.jpg' }, 'is a picture of more than 50 megapixels'],
    ['an empty picture', { content: jpeg(0, 5), filename: 'a.jpg' }, 'is a picture without a size'],
    ['another declared type', { content: pdf(), filename: 'a.pdf', type: 'image/png' }, named],
    ['a page by declaration', { content: pdf(), filename: 'a.pdf', type: 'text/html' }, named],
    ['no extension', { content: pdf(), filename: 'pdf' }, 'must be a PDF, JPG or PNG'],
    ['an extension only', { content: pdf(), filename: '.pdf' }, 'must be a PDF, JPG or PNG'],
    ['an extension followed by a dot', { content: pdf(), filename: 'a.pdf.' }, 'must be a PDF, JPG or PNG'],
    ['no name', { content: pdf(), filename: '\0' }, 'must have a name of at most 255 characters'],
    ['a folder as its name', { content: pdf(), filename: 'a.pdf/' }, 'must have a name of at most 255 characters'],
    [
      'a name of 256 characters',
      { content: pdf(), filename: `${'a'.repeat(252)}.pdf` },
      'must have a name of at most 255 characters',
    ],
    [
      'a name of 5,000',
      { content: pdf(), filename: `${'a'.repeat(5000)}.pdf` },
      'must have a name of at most 255 characters',
    ],
  ])('refuses %s and stores nothing', async (_what, part, problem) => {
    const before = await stored();
    await expectRefused(one(part), `file ${problem}`);
    await nothingKept(before);
  });

  test('leaves nothing of an aborted upload', async () => {
    const before = await stored();
    const { hostname, port } = new URL(api.url);
    const socket = connect(Number(port), hostname);
    const body = form([{ content: pdf(MEBIBYTE), filename: 'a.pdf' }]);
    socket.write(
      `POST /company/${companyId}/documents HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n` +
        `Content-Type: multipart/form-data; boundary=${BOUNDARY}\r\nContent-Length: ${body.length}\r\n\r\n`,
    );
    socket.write(body.subarray(0, MEBIBYTE / 2));
    await until('the upload has begun', async () => (await stored()).length > before.length);
    socket.destroy();
    await until('the file is gone', async () => (await stored()).length === before.length);
    await until('the row of the pending upload is gone', async () => (await pendingUploads(api)).length === 0);
    await nothingKept(before);
  });

  test('stores files that only the owner of the process can read', async () => {
    await one(good);
    for (const path of await stored()) expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  test("answers another partner's company exactly like a missing one", async () => {
    const stranger = uploaderTo(api.url, (await api.givenPartner()).token, companyId);
    const reply = await stranger(form([good]));
    const msg = `Company ${companyId} not found`;
    expect([reply.status, reply.body]).toEqual([404, { error: { code: 4040, msg } }]);
    expect(await list()).toEqual([]);
  });

  test('makes one document of the same key and file, and a conflict of the same key and another file', async () => {
    const key = { 'idempotency-key': `upload-${companyId}` };
    const first = await upload(form([good]), key);
    const again = await upload(form([good]), key);
    expect([again.status, again.body, again.headers.get('idempotent-replayed')]).toEqual([201, first.body, 'true']);
    const other = await upload(form([{ content: pdf(300), filename: 'a.pdf' }]), key);
    expect([other.status, other.body]).toMatchObject([409, { error: { code: 4090 } }]);
    const refused = await upload(form([{ content: 'x', filename: 'a.pdf' }]), { 'idempotency-key': 'bad' });
    expect(refused.status).toBe(400);
    expect(await list()).toEqual([first.body]);
    expect((await upload(form([good]), { 'idempotency-key': 'bad' })).status).toBe(201);
  });
});

/** A PDF with bytes before it. */
function behind(start: string): Buffer {
  return Buffer.concat([Buffer.from(start, 'latin1'), pdf()]);
}

function changedPng(): Buffer {
  const file = png();
  file[17] = 1;
  return file;
}
