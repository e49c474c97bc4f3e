/** For people's eyes: values of a query are often secrets. Login and password are not in a stored address at all. */
export function maskedUrl(text: string): string {
  const url = new URL(text);
  url.username = '';
  url.password = '';
  const names = [...url.searchParams.keys()];
  url.search = '';
  const query = names.map((name) => `${encodeURIComponent(name)}=…`).join('&');
  return query === '' ? url.href : `${url.href}?${query}`;
}

/** As its owner wrote it, but for the password. */
export function withoutPassword(text: string): string {
  const url = new URL(text);
  if (url.password === '') return text;
  url.password = '***';
  return url.href;
}
