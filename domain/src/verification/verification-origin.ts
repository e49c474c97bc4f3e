// Sites that may show a widget. The list contains host names, with the port if it is not the default; a leading `*.`
// matches one or more labels. Sites use https; only a test installation allows http.

const DOMAIN =
  /^(?:\*\.)?(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?::\d{1,5})?$/;
const DOMAIN_LENGTH_MAX = 253;

export function isSiteDomain(text: string): boolean {
  return text.length <= DOMAIN_LENGTH_MAX && DOMAIN.test(text);
}

export function isListedOrigin(origin: string, domains: readonly string[], allowHttp: boolean): boolean {
  const url = URL.parse(origin);
  if (url === null || url.origin !== origin) return false;
  if (url.protocol !== 'https:' && !(allowHttp && url.protocol === 'http:')) return false;
  return isListedHost(url.host, domains);
}

/** `host`: as a captcha provider or a URL names it, with the port only if it is not the default. */
export function isListedHost(host: string, domains: readonly string[]): boolean {
  return domains.some((domain) =>
    domain.startsWith('*.') ? host.endsWith(domain.slice(1)) && host.length > domain.length - 1 : host === domain,
  );
}
