/** URL for display: without login, password and query values, which are often secrets. */
export function maskedUrl(text: string): string {
  const url = new URL(text);
  url.username = '';
  url.password = '';
  const names = [...url.searchParams.keys()];
  url.search = '';
  const query = names.map((name) => `${encodeURIComponent(name)}=…`).join('&');
  return query === '' ? url.href : `${url.href}?${query}`;
}

/** The owner's own spelling, with the password replaced by `***`. */
export function withoutPassword(text: string): string {
  const url = new URL(text);
  if (url.password === '') return text;
  url.password = '***';
  return url.href;
}
