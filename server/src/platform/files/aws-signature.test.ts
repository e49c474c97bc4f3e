// Examples published by AWS for S3.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { signRequest } from './aws-signature.ts';

const credentials = {
  keyId: 'AKIAIOSFODNN7EXAMPLE',
  secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
};
const at = new Date('2013-05-24T00:00:00Z');
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

test.each([
  {
    method: 'GET',
    path: '/test.txt',
    body: '',
    headers: { range: 'bytes=0-9' },
    signature: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  },
  {
    method: 'PUT',
    path: '/test%24file.text',
    body: 'Welcome to Amazon S3.',
    headers: { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
    signature: '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  },
])('$method $path has the published signature', ({ method, path, body, headers, signature }) => {
  const url = new URL(`https://examplebucket.s3.amazonaws.com${path}`);
  const signed = signRequest({ method, url, bodySha256: sha256(body), headers, at }, credentials);
  expect(signed['authorization']).toContain('Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,');
  expect(signed['authorization']).toMatch(new RegExp(`,Signature=${signature}$`));
});
