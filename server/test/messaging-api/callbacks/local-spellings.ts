// URLs that end at this machine: the address in every notation that a parser accepts, its names, and decorations that
// make the host look like another one.

/** Addresses of this machine, in every notation. */
const LOOPBACK = `
127.0.0.1 127.1 127.0.1 127.000.000.001 0177.0.0.1 0177.0.0.01 017700000001 00177.1 0x7f.0.0.1 0x7f.1 0X7F.0X0.0X0.0X1
0x7f000001 0x7F.0x000001 2130706433 127.0.0x1 127.0x0.1 0x7f.0.01 0177.0x0.1 127.0.0.1. 0x7f000001. 2130706433.
127.0.0.2 127.1.2.3 127.255.255.254 127.127.127.127 2130706434 0x7fffffff1 0.0.0.0 0 0x0 00 0.0 0.1 0x00000000 0.0.0.0.
①②⑦.⓪.⓪.① １２７.０.０.１ 127。0。0。1 127．0．0．1 127｡0｡0｡1 １２７。１ 𝟏𝟐𝟕.𝟎.𝟎.𝟏 𝟙𝟚𝟟.0.0.1 ₁₂₇.0.0.1 ¹²⁷.0.0.1
%31%32%37.0.0.1 127%2e0%2e0%2e1 127.0.0.%31 %30x7f.1 127.0.0.1%2e 12%37.1 %EF%BC%91%EF%BC%92%EF%BC%97.0.0.1
127.0.0.\u00ad1 12\u200b7.0.0.1 127.0\u2060.0.1 1\u00ad27.1`;

const IPV6 = `
[::1] [0:0:0:0:0:0:0:1] [0000:0000:0000:0000:0000:0000:0000:0001] [::0001] [0::1] [::0:1] [0:0::0:1] [::0.0.0.1]
[::] [0:0:0:0:0:0:0:0] [0::0] [::0.0.0.0] [::ffff:127.0.0.1] [::ffff:7f00:1] [::FFFF:7F00:1] [0:0:0:0:0:ffff:127.0.0.1]
[0:0:0:0:0:ffff:7f00:0001] [::ffff:0:0] [::ffff:0.0.0.0] [::ffff:127.1.2.3] [::ffff:7f01:203] [::127.0.0.1] [::7f00:1]
[64:ff9b::127.0.0.1] [64:ff9b::7f00:1] [2002:7f00:1::] [2002:7f00:1::1] [::ffff:0:127.0.0.1] [fe80::1] [fec0::1] [::1%25lo]`;

const NAMES = `localhost LOCALHOST LocalHost localhost. LOCALHOST. ｌｏｃａｌｈｏｓｔ loc%61lhost %6cocalhost locaⓛhost lo\u00adcalhost`;

const words = (text: string) => text.trim().split(/[ \n]+/);

/** Decorations of a host; a URL parser resolves each to the host itself. */
const DRESSES: readonly ((host: string) => string)[] = [
  (host) => `http://${host}/`,
  (host) => `HTTP://shop.example:80@${host}/callback`,
  (host) => `http:\\\\${host}\\..\\callback`,
  (host) => `  ht\ttp:/\n/${host}/?@shop.example#@shop.example`,
];

/** Decorations that need no host of their own. */
const ODD: readonly ((host: string) => string)[] = [
  (host) => `http:${host}/`,
  (host) => `http:/${host}/`,
  (host) => `http:////${host}/`,
  (host) => `http://@${host}/`,
  (host) => `http://:@${host}/`,
  (host) => `http://shop.example%40${host}/`,
  (host) => `http://${host}\\@shop.example/`,
  (host) => `http://a:b@c:d@${host}/`,
  (host) => `https://${host}/`,
  (host) => `hTTps://${host}/../../x`,
  (host) => `http://${host}/\u0000`,
];

/** Every spelling with this port, on which canaries listen at all addresses of the machine. */
export function localSpellings(port: number, ownAddresses: readonly string[]): string[] {
  const own = ownAddresses.map((address) => (address.includes(':') ? `[${address}]` : address));
  const hosts = [...words(LOOPBACK), ...words(IPV6), ...words(NAMES), ...own].map((host) => `${host}:${port}`);
  const dressed = DRESSES.flatMap((dress) => hosts.map(dress));
  return [...new Set([...dressed, ...ODD.map((dress) => dress(`127.0.0.1:${port}`))])];
}
