// A small S3 server with the objects of one bucket in memory. It computes each signature from the request as received
// and refuses a wrong key, a wrong body, a changed header and a wrong clock.
import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export const S3_ACCOUNT = {
  s3KeyId: 'TESTKEY',
  s3Secret: 'test/secret+key',
  s3Region: 'ru-test-1',
  s3Bucket: 'papers',
};

export type S3Server = {
  readonly url: string;
  readonly objects: Map<string, Buffer>;
  readonly refused: string[];
  /** The next requests are all answered with this status. */
  failNext(times: number, status: number): void;
  close(): Promise<void>;
};

const SKEW_MAX_MS = 15 * 60_000;
const MUST_BE_SIGNED = ['host', 'x-amz-content-sha256', 'x-amz-date'];

export async function startS3Server(): Promise<S3Server> {
  const objects = new Map<string, Buffer>();
  const refused: string[] = [];
  let failures = { left: 0, status: 500 };
  const server = createServer((request, response) => {
    void answer(request, response);
  });
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await buffer(request);
    if (failures.left > 0) {
      failures.left -= 1;
      return response.writeHead(failures.status).end();
    }
    const complaint = signatureComplaint(request, body);
    if (complaint !== undefined) {
      refused.push(complaint);
      return response.writeHead(403).end(`<Error><Code>${complaint}</Code></Error>`);
    }
    return act(objects, request, body, response);
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // the server listens on a port, not on a path
  return {
    url: `http://127.0.0.1:${port}`,
    objects,
    refused,
    failNext: (left, status) => {
      failures = { left, status };
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function act(
  objects: Map<string, Buffer>,
  { method, url = '' }: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
) {
  const key = new RegExp(`^/${S3_ACCOUNT.s3Bucket}/([^/?]+)$`).exec(url)?.[1];
  if (key === undefined) return response.writeHead(404).end();
  if (method === 'PUT') {
    objects.set(key, body);
    return response.writeHead(200).end();
  }
  if (method === 'DELETE') {
    objects.delete(key);
    return response.writeHead(204).end();
  }
  const object = objects.get(key);
  return object === undefined ? response.writeHead(404).end() : response.writeHead(200).end(object);
}

function signatureComplaint(request: IncomingMessage, body: Buffer): string | undefined {
  const { headers, method, url = '' } = request;
  const form =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=(\w+)$/;
  const [, keyId, day = '', region = '', signed = '', signature] = form.exec(headers.authorization ?? '') ?? [];
  const time = String(headers['x-amz-date']);
  const at = Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (keyId !== S3_ACCOUNT.s3KeyId) return 'InvalidAccessKeyId';
  if (!time.startsWith(day) || !(Math.abs(Date.now() - at) < SKEW_MAX_MS)) return 'RequestTimeTooSkewed';
  if (region !== S3_ACCOUNT.s3Region) return 'AuthorizationHeaderMalformed';
  const names = signed.split(';');
  if (!MUST_BE_SIGNED.every((name) => names.includes(name))) return 'AccessDenied';
  const digest = createHash('sha256').update(body).digest('hex');
  if (headers['x-amz-content-sha256'] !== digest) return 'XAmzContentSHA256Mismatch';
  const lines = names.map((name) => `${name}:${String(headers[name]).replaceAll(/\s+/g, ' ').trim()}\n`);
  const canonical = `${method}\n${url}\n\n${lines.join('')}\n${signed}\n${digest}`;
  const hashed = createHash('sha256').update(canonical).digest('hex');
  const toSign = `AWS4-HMAC-SHA256\n${time}\n${day}/${region}/s3/aws4_request\n${hashed}`;
  let key: string | Buffer = `AWS4${S3_ACCOUNT.s3Secret}`;
  for (const part of [day, region, 's3', 'aws4_request', toSign]) key = createHmac('sha256', key).update(part).digest();
  return Buffer.from(key).toString('hex') === signature ? undefined : 'SignatureDoesNotMatch';
}
