// A delivery as a command: what a developer runs to see what his receiver does with it.

type Sent = {
  readonly url: string;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly body: unknown;
};

/** Single quotes of a shell hold everything but themselves. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

export function asCurl({ url, headers, body }: Sent): string {
  return [
    `curl -X POST ${quoted(url)}`,
    ...headers.map(({ name, value }) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === null ? [] : [`--data-raw ${quoted(JSON.stringify(body))}`]),
  ].join(' \\\n  ');
}
