// AWS signature version 4, for S3 and compatible stores. The signature covers the digest of the body, so the store
// rejects a body that changed in transit.
import { createHash, createHmac } from 'node:crypto';

export type AwsCredentials = { readonly keyId: string; readonly secret: string; readonly region: string };

export type RequestToSign = {
  readonly method: string;
  readonly url: URL;
  /** Hexadecimal. */
  readonly bodySha256: string;
  /** Further signed headers; names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly at: Date;
};

const ALGORITHM = 'AWS4-HMAC-SHA256';
const SERVICE = 's3';

/** All headers of the request, with the signature. */
export function signRequest(request: RequestToSign, { keyId, secret, region }: AwsCredentials): Record<string, string> {
  const time = request.at.toISOString().replace(/[-:]|\.\d{3}/g, '');
  const scope = [time.slice(0, 8), region, SERVICE, 'aws4_request'];
  const headers: Record<string, string> = {
    ...request.headers,
    host: request.url.host,
    'x-amz-content-sha256': request.bodySha256,
    'x-amz-date': time,
  };
  const names = Object.keys(headers).toSorted();
  const canonical = [
    request.method,
    request.url.pathname,
    '',
    ...names.map((name) => `${name}:${headers[name]?.trim()}`),
    '',
    names.join(';'),
    request.bodySha256,
  ].join('\n');
  const text = [ALGORITHM, time, scope.join('/'), createHash('sha256').update(canonical).digest('hex')].join('\n');
  const key = scope.reduce<Buffer>((sofar, part) => hmac(sofar, part), Buffer.from(`AWS4${secret}`));
  const signature = hmac(key, text).toString('hex');
  const credential = `${keyId}/${scope.join('/')}`;
  return {
    ...headers,
    authorization: `${ALGORITHM} Credential=${credential},SignedHeaders=${names.join(';')},Signature=${signature}`,
  };
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
