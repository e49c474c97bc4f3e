// Classifies the visitor of a short link by its User-Agent. Message previews, operator scanners and programs fetch
// short links too; only people count. All browsers start with a common prefix, programs do not, and robots that use
// the prefix contain a word of the list below.

export type AgentClass = 'mobile' | 'desktop' | 'robot';

const BROWSER = /^(?:Mozilla|Opera)\/|Opera Mini|UCWEB|Profile\/MIDP/i;
/** Cubot makes phones. `compatible` is a robot's word, except in Internet Explorer. */
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

/** Browsers mark the loading of pages that the user has not opened. */
export function isPrefetch(purposes: readonly (string | undefined)[]): boolean {
  return purposes.some((purpose) => purpose !== undefined && /prefetch|prerender|preview/i.test(purpose));
}
