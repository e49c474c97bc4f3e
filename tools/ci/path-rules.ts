// Changes that no recording explains: files that tests read as text, and files that the whole system rests on. The
// first matching rule decides.

type Rule = {
  readonly paths: RegExp;
  /** The test files that such a change reaches. `everything`: all of them. */
  readonly tests: RegExp | 'everything' | 'none';
};

const BROWSER = /^web\/e2e\//;
/** Tests that run, follow or publish the documents. */
const PAGES =
  /^server\/test\/(blocks\/|guides|docs-pages|reference|samples|receivers)|^web\/e2e\/(docs|five-minutes)\.test/;

const RULES: readonly Rule[] = [
  // Code that every request or every worker passes, packages, and data that every database holds.
  { paths: /^contract\/src\/(endpoint|fields)\.ts$|^contract\/src\/shapes\//, tests: 'everything' },
  { paths: /^server\/src\/platform\/(?!.*\.test\.ts$)/, tests: 'everything' },
  { paths: /^(package-lock\.json|\.node-version)$|^server\/reference-data\//, tests: 'everything' },
  { paths: /^tools\/ci\/reach\.tsv$/, tests: 'everything' },
  // Pages run beside a demonstration whose work is not recorded: cookies, headers, downloads and live updates.
  { paths: /^server\/src\/(surfaces\/(http|console-pages)|features\/sessions)\/(?!.*\.test\.ts$)/, tests: BROWSER },
  { paths: /^(README|CHANGELOG|ARCHITECTURE|SECURITY|CONTRIBUTING)\.md$|^docs\//, tests: PAGES },
  { paths: /^(deploy\/|Dockerfile$|compose\.yaml$|\.env\.example$)/, tests: /^server\/test\/(blocks|processes)\// },
  { paths: /^site\/|^tools\/build-docs\.ts$/, tests: /^server\/test\/docs-pages|^web\/e2e\/docs\.test/ },
  {
    paths: /^widget\/|^tools\/build-widget\.ts$/,
    tests: /^web\/e2e\/widget\/|^server\/test\/(widget\/|messaging-api\/verifier\/widget)/,
  },
  {
    paths: /^tools\/((demo|sandbox|local-servers|steps|docs-beside|built-folder|volley)\.ts$|(demo|sandbox)\/)/,
    tests: /^web\/e2e\/|^server\/test\/(blocks\/|guides)/,
  },
  { paths: /^web\/(?!src\/|e2e\/)/, tests: BROWSER },
  { paths: /^web\/src\/(?!.*\.tsx?$)/, tests: BROWSER },
  {
    paths: /^(contract\/openapi|sdk\/src\/generated|server\/third-party)\//,
    tests: /^server\/test\/(reference|docs-pages)/,
  },
  // The unit tests, the checks and the other steps of CI, which run anyway, cover the rest.
  { paths: /\.test\.ts$|^(tools|conformance|sdk|\.ci|cli|bench|contract\/src\/openapi)\//, tests: 'none' },
  { paths: /^[^/]+$|(^|\/)(package|tsconfig)\.json$|^server\/(schema\.sql|production-packages\.txt)$/, tests: 'none' },
];

/** Undefined: no rule matches. */
export const ruleOf = (path: string): Rule['tests'] | undefined => RULES.find(({ paths }) => paths.test(path))?.tests;
