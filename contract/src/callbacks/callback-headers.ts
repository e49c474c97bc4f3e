// Headers of every callback, as OpenAPI parameters.
const header = (name: string, description: string, example: string) => ({
  name,
  in: 'header',
  required: name !== 'webhook-signature',
  description,
  schema: { type: 'string' },
  example,
});

export const CALLBACK_HEADERS = [
  header('webhook-id', 'of this request, the same when it is repeated', 'msg_2KWPBgLlAfxdpx2AI54pPJ85f4W'),
  header('webhook-timestamp', 'Unix seconds', '1772359201'),
  header(
    'webhook-signature',
    '`v1,` and the Base64 of HMAC-SHA256 over `webhook-id.webhook-timestamp.body` under the callback secret; two signatures, separated by a space, while a secret is rotated; absent without a secret',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
  header('x-attempt', '1 on the first try', '1'),
];
