// How each block of the pages is proved. The first rule that fits a block gives its way; a block without a way fails
// declared.test.ts.
import type { Block } from './documents.ts';

/**
 * - `followed`: guides.test.ts runs every command of the page and compares its answer with the page
 * - `sandbox`: guide-blocks.test.ts starts its sandbox with this command
 * - `demonstrated`: web/e2e/five-minutes.test.ts runs it beside the demonstration
 * - `walked`: run in page order, in one shell, against that sandbox
 * - `kept running`: the same in the background, from the beginning of the page to its end
 * - `operated`: run in page order, in one shell, against a service with its own database, with stand-ins for programs
 *   that change the machine
 * - `installed`: `npm run handbook` and `npm run matrix` use it in roots of their own; it changes the machine
 * - `translated`: site.test.ts compares it with the block of the English page
 * - `compiled`: compiled and run against the sandbox, with the built packages
 * - `compared`: guide-blocks.test.ts compares it with the output of the page's commands, or sends it
 * - `checked`: parsed and checked against the contract
 * - `run as SQL`, `served`, `parsed by NATS`: as they say
 * - `shown`: output, a picture, or the configuration of another product, a notice; nothing reads it
 */
export const WAYS = [
  'followed',
  'sandbox',
  'demonstrated',
  'walked',
  'kept running',
  'operated',
  'installed',
  'translated',
  'compiled',
  'compared',
  'checked',
  'run as SQL',
  'served',
  'parsed by NATS',
  'shown',
] as const;
export type Way = (typeof WAYS)[number];

type Rule = { readonly way: Way; readonly language: RegExp; readonly page?: RegExp; readonly text?: RegExp };

/** Pages that guides.test.ts follows call by call. */
export const FOLLOWED_PAGES = ['partner-api', 'messaging-api', 'subscribers'].map((name) => `docs/guides/${name}.md`);
const FOLLOWED = /^docs\/guides\/(?:partner-api|messaging-api|subscribers)\.md$/;
const GUIDES = /^(?:README|cli\/README|docs\/guides\/[\w-]+)\.md$/;
const OPERATING = /^(?:CONTRIBUTING|docs\/long-proofs|docs\/operating\/[\w-]+)\.md$/;

export const SANDBOX_COMMAND = 'npm run --silent sandbox | tee /tmp/sandbox.json';

const RULES: readonly (Rule & { readonly intro?: RegExp })[] = [
  { way: 'translated', page: /^docs\/guides\/ru\//, language: /^/ },
  { way: 'installed', page: /^docs\/operating\/install\.md$/, language: /^(?:sh|ini)$/ },
  { way: 'followed', page: FOLLOWED, language: /^(?:sh|js)$/ },
  { way: 'followed', page: FOLLOWED, language: /^(?:json|text)$/, intro: /^(?:Answer \d{3}|Callback \w+:)/m },
  { way: 'sandbox', language: /^sh$/, text: /^npm run --silent sandbox \| tee \/tmp\/sandbox\.json/ },
  { way: 'operated', page: /^README\.md$/, language: /^sh$/, text: /^npm (?:ci|run demo)$/m },
  {
    way: 'demonstrated',
    page: /^README\.md$/,
    language: /^sh$/,
    text: /^npm run --silent volley -- send --from ZERNO /,
  },
  { way: 'operated', page: /^docs\/guides\/(?:client|generate-clients)\.md$/, language: /^sh$/, text: /^npm ci|^npx / },
  { way: 'kept running', page: GUIDES, language: /^sh$/, text: /\.listen\(|node docs\/samples\// },
  { way: 'walked', page: GUIDES, language: /^(?:sh|bash)$/ },
  { way: 'operated', page: OPERATING, language: /^sh$/ },
  { way: 'compiled', language: /^(?:ts|js)$/, page: /^(?:(?:sdk|smpp)\/README|docs\/guides\/(?:client|widget))\.md$/ },
  { way: 'compared', language: /^json$/, page: /^(?:README|docs\/guides\/(?:first-dispatch|http-channel))\.md$/ },
  { way: 'shown', language: /^json$/, page: /^docs\/operating\/alerts-to-duty\.md$/ },
  { way: 'checked', language: /^json$/ },
  { way: 'run as SQL', language: /^sql$/ },
  { way: 'served', language: /^html$/, page: /^docs\/guides\/widget\.md$/ },
  { way: 'parsed by NATS', language: /^conf$/, page: /^docs\/operating\/install\.md$/ },
  { way: 'shown', language: /^text$/ },
  { way: 'shown', language: /^yaml$/, page: /^docs\/operating\/traces\.md$/ },
];

export function wayOf(block: Block): Way | undefined {
  return RULES.find(
    ({ language, page, text, intro }) =>
      language.test(block.language) &&
      (page?.test(block.page) ?? true) &&
      (text?.test(block.text) ?? true) &&
      (intro?.test(block.intro) ?? true),
  )?.way;
}

/** Blocks of these ways, by page. */
export function byPage(blocks: readonly Block[], ways: readonly Way[]): [string, Block[]][] {
  const wanted = blocks.filter((block) => {
    const way = wayOf(block);
    return block.reason === undefined && way !== undefined && ways.includes(way);
  });
  return [...Map.groupBy(wanted, ({ page }) => page)];
}
