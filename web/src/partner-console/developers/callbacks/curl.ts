// A delivery as a curl command, to reproduce it against the receiver.

type Sent = {
  readonly url: string;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly body: unknown;
};

/** Quotes for a POSIX shell. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

export function asCurl({ url, headers, body }: Sent): string {
  return [
    `curl -X POST ${quoted(url)}`,
    ...headers.map(({ name, value }) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === null ? [] : [`--data-raw ${quoted(JSON.stringify(body))}`]),
  ].join(' \\\n  ');
}
