// Who follows a link, by what it says about itself. Previews of messengers, scanners of operators and programs fetch
// links too; only people count. Browsers all begin their name alike, programs do not pretend to, and what begins
// like a browser but is none names itself by one of the words below.

export type AgentClass = 'mobile' | 'desktop' | 'robot';

const BROWSER = /^(?:Mozilla|Opera)\/|Opera Mini|UCWEB|Profile\/MIDP/i;
/** Cubot makes telephones. Internet Explorer calls itself compatible, nobody else who does is a person. */
const ROBOT = new RegExp(
  [
    '(?<!cu)bot',
    'crawl',
    'spider',
    'slurp',
    'preview',
    'externalhit',
    'externalagent',
    'headless',
    'phantomjs',
    'lighthouse',
    'scan',
    'monitor',
    'proofpoint|barracuda|mimecast|safelinks',
    'urlcheck|linkcheck|checker',
    'vkshare',
    'archiver',
    'fetch(?:er)?\\b',
    'google-(?!chrome)\\w+',
    'GoogleOther',
    'python|curl|wget|okhttp|libwww|java/|go-http|node-fetch|axios|httpclient|powershell',
    'compatible;(?! MSIE)',
    'https?://',
    '@[\\w-]+\\.\\w+',
  ].join('|'),
  'i',
);
const MOBILE = /Mobi|Android|iPhone|iPad|Opera Mini|UCWEB|MIDP/i;

export function agentClass(userAgent: string | undefined): AgentClass {
  if (userAgent === undefined || !BROWSER.test(userAgent) || ROBOT.test(userAgent)) return 'robot';
  return MOBILE.test(userAgent) ? 'mobile' : 'desktop';
}

/** A browser that loads what its user might open next says so; the user has not opened it. */
export function isPrefetch(purposes: readonly (string | undefined)[]): boolean {
  return purposes.some((purpose) => purpose !== undefined && /prefetch|prerender|preview/i.test(purpose));
}
