// Bytes that HTTP libraries do not send: broken framing, wrong lengths and encodings, bodies in other alphabets,
// compressed or truncated. Each case uses its own connection.
import { connect } from 'node:net';
import { deflateSync, gzipSync } from 'node:zlib';

export type RawCase = {
  readonly name: string;
  readonly bytes: Buffer;
  /** The client disconnects in mid-request, so an answer is optional. */
  readonly cut?: true;
};

const BODY = '{"company":{"name":"Raw","counteragentType":"LEGAL","counteragentInn":"x"}}';

type Row = readonly [name: string, bytes: Buffer, cut?: true];

export function rawCases(token: string): RawCase[] {
  const write = writerFor(token);
  const rows = [...framingCases(write), ...bodyCases(write, token)];
  return rows.map(([name, bytes, cut]) => ({ name, bytes, ...(cut === true && { cut }) }));
}

function writerFor(token: string) {
  const post = (headers: readonly string[], body: string | Buffer = BODY) => {
    const head = [
      'POST /company HTTP/1.1',
      'Host: x',
      `Authorization: Bearer ${token}`,
      'Connection: close',
      ...headers,
    ];
    return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), Buffer.from(body)]);
  };
  const sized = (body: string | Buffer, ...headers: readonly string[]) =>
    post([`Content-Length: ${Buffer.byteLength(body)}`, ...headers], body);
  const json = (body: string | Buffer, type = 'application/json') => sized(body, `Content-Type: ${type}`);
  const line = (text: string) => Buffer.from(text, 'latin1');
  return { post, sized, json, line };
}

type Writer = ReturnType<typeof writerFor>;

function framingCases({ post, line }: Writer): Row[] {
  return [
    ['length and chunks', post(['Content-Length: 5', 'Transfer-Encoding: chunked'])],
    ['two lengths', post(['Content-Length: 5', 'Content-Length: 6'])],
    ['negative length', post(['Content-Length: -1'])],
    ['length in words', post(['Content-Length: five'])],
    ['plus in length', post(['Content-Length: +5'])],
    ['bad chunk size', post(['Transfer-Encoding: chunked'], 'zz\r\nhello\r\n0\r\n\r\n')],
    ['huge chunk size', post(['Transfer-Encoding: chunked'], 'FFFFFFFFFFFFFFFFF\r\nx')],
    ['unknown coding', post(['Transfer-Encoding: gzip, chunked'], '0\r\n\r\n')],
    ['chunked twice', post(['Transfer-Encoding: chunked, chunked'], '0\r\n\r\n')],
    [
      'right chunks',
      post(['Transfer-Encoding: chunked', 'Content-Type: application/json'], '4\r\n{"a"\r\n3\r\n:1}\r\n0\r\n\r\n'),
    ],
    ['body cut off', post(['Content-Length: 5000']), true],
    ['chunk cut off', post(['Transfer-Encoding: chunked'], '100\r\nabc'), true],
    ['header cut off', line('POST /company HTTP/1.1\r\nHost: x\r\nX-A'), true],
    ['nothing', line(''), true],
    ['blank lines', line('\r\n\r\n\r\nGET /company HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')],
    ['no host', line('GET /company HTTP/1.1\r\nConnection: close\r\n\r\n')],
    ['HTTP/0.9', line('GET /company\r\n\r\n')],
    ['HTTP/3.7', line('GET /company HTTP/3.7\r\nHost: x\r\n\r\n')],
    ['preface of HTTP/2', line('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')],
    ['TLS', Buffer.from('16030100c8010000c40303', 'hex'), true],
    ['unknown method', line('BREW /company HTTP/1.1\r\nHost: x\r\n\r\n')],
    ['NUL in a header', line('GET /company HTTP/1.1\r\nHost: x\r\nX-A: a\0b\r\n\r\n')],
    ['NUL in the path', line('GET /comp\0any HTTP/1.1\r\nHost: x\r\n\r\n')],
    ['folded header', line('GET /company HTTP/1.1\r\nHost: x\r\nX-A: a\r\n b\r\nConnection: close\r\n\r\n')],
    ['bare line feeds', line('GET /company HTTP/1.1\nHost: x\nConnection: close\n\n')],
    ['space before colon', line('GET /company HTTP/1.1\r\nHost : x\r\n\r\n')],
    ['large headers', line(`GET /company HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(30_000)}\r\n\r\n`)],
    [
      'many headers',
      line(`GET /company HTTP/1.1\r\nHost: x\r\n${'X-A: a\r\n'.repeat(3_000)}Connection: close\r\n\r\n`),
    ],
    ['long path', line(`GET /${'a'.repeat(12_000)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)],
    ['bad escape in path', line('GET /company/%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')],
    ['NUL escape in path', line('GET /company/%00 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')],
    ['many slashes', line('GET //////company//// HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')],
    ['dots', line('GET /company/../../etc/passwd HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')],
    ['absolute address', line('GET http://other/company HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')],
    ['asterisk', line('OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')],
    ['CONNECT', line('CONNECT company:443 HTTP/1.1\r\nHost: x\r\n\r\n'), true],
    ['upgrade', line('GET /company HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'), true],
    ['expectation', post(['Expect: coffee', 'Content-Length: 0'], '')],
  ];
}

function bodyCases({ post, sized, json, line }: Writer, token: string): Row[] {
  return [
    ['gzip', sized(gzipSync(BODY), 'Content-Type: application/json', 'Content-Encoding: gzip')],
    ['deflate', sized(deflateSync(BODY), 'Content-Type: application/json', 'Content-Encoding: deflate')],
    ['gzip in name only', sized(BODY, 'Content-Type: application/json', 'Content-Encoding: gzip')],
    ['byte order mark', json(`\ufeff${BODY}`)],
    ['UTF-16', json(Buffer.from(BODY, 'utf16le'), 'application/json; charset=utf-16')],
    ['another alphabet', json(Buffer.from([0x7b, 0x22, 0xcb, 0x22, 0x7d]), 'application/json; charset=koi8-r')],
    ['not UTF-8', json(Buffer.from([0x22, 0xc3, 0x28, 0x22]))],
    ['overlong UTF-8', json(Buffer.from([0x22, 0xc0, 0xaf, 0x22]))],
    ['surrogates in UTF-8', json(Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]))],
    ['nonsense type', json(BODY, ';;;')],
    ['form', json('a=1&b=2', 'application/x-www-form-urlencoded')],
    ['XML', json('<a/>', 'application/xml')],
    ['depth', json('['.repeat(50_000) + ']'.repeat(50_000))],
    ['open brackets', json('['.repeat(100_000))],
    ['numbers', json('{"budget":1e99999}')],
    ['same name twice', json('{"company":1,"company":2}')],
    ['cut JSON', json(BODY.slice(0, -2))],
    ['more than JSON', json(`${BODY}${BODY}`)],
    ['too large', json(`{"x":"${'x'.repeat(300_000)}"}`)],
    ['too large in chunks', post(['Transfer-Encoding: chunked'], `50000\r\n${'x'.repeat(0x50000)}\r\n0\r\n\r\n`)],
    [
      'token in two headers',
      line(
        `GET /company HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer a\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`,
      ),
    ],
    [
      'odd token',
      line('GET /company HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \xff\xfe\r\nConnection: close\r\n\r\n'),
    ],
  ];
}

const SILENCE_MS = 5_000;
const CUT_AFTER_MS = 60;

/** Collects the bytes of the server until either side closes. */
export function exchange(url: string, { bytes, cut }: RawCase): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(Number(port), hostname, () => {
      socket.write(bytes);
      if (cut === true) setTimeout(() => socket.destroy(), CUT_AFTER_MS);
    });
    socket.setTimeout(SILENCE_MS, () => socket.destroy());
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      answer += chunk;
    });
    socket.on('error', () => undefined).on('close', () => resolve(answer));
  });
}
