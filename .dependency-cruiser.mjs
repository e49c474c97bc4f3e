// The dependency rule, executable. To change the architecture, edit one of these three tables.
const source = 'server/src';
/** Top to bottom. A folder may import its own files and any layer below. */
const layers = ['processes', 'surfaces|workers', 'features|connectors', 'platform'];
/** Top to bottom. A feature may import features of lower tiers only. */
const tiers = [
  ['sessions'],
  ['back-office'],
  ['verification', 'cascades'],
  ['sends', 'duty'],
  ['dispatches', 'settlement', 'reports'],
  ['queue'],
  ['inbound'],
  ['messages'],
  ['sender-accounts'],
  ['templates', 'subscribers'],
  ['senders', 'blacklist', 'ledger', 'callbacks', 'short-links', 'operator-links', 'receipts'],
  [
    'access',
    'companies',
    'documents',
    'idempotency',
    'numbering',
    'tariffs',
    'switches',
    'traffic-centers',
    'request-log',
  ],
];
/** Workspace → the only workspaces it may import. */
const mayImport = {
  domain: [],
  smpp: [],
  contract: ['domain'],
  server: ['domain', 'contract', 'smpp'],
  sdk: ['contract', 'domain'],
  cli: ['sdk', 'contract'],
  web: ['sdk', 'contract', 'domain'],
  widget: ['contract'],
  site: ['contract'],
  simulator: ['smpp', 'domain'],
  bench: ['sdk', 'smpp', 'domain', 'simulator', 'contract'],
};
const workspaces = Object.keys(mayImport).join('|');
/** Base of the surfaces: every surface may import these folders, which import no surface. */
const surfaceBase = 'http|presentation';
const never = (name, from, to) => ({ name, severity: 'error', from, to });

export default {
  forbidden: [
    never('no-cycles', {}, { circular: true }),
    never(
      'the-program-loads-roles-and-commands-when-they-run',
      { path: `^${source}/main\\.ts$` },
      {
        path: `^${source}/processes/(?!(options|roles|usage)\\.ts$)`,
        dependencyTypesNot: ['type-only', 'dynamic-import'],
      },
    ),
    never('every-folder-has-a-layer', { path: `^${source}/[^/]+/`, pathNot: `^${source}/(${layers.join('|')})/` }, {}),
    never(
      'every-feature-has-a-tier',
      { path: `^${source}/features/`, pathNot: `^${source}/features/(${tiers.flat().join('|')})/` },
      {},
    ),
    never(
      'packages-hold-no-schemas',
      { path: '^(sdk|cli)/src/', pathNot: '^sdk/src/(endpoint-route|method-table)\\.ts$|\\.test\\.ts$' },
      { path: '^contract/src/', pathNot: '^contract/src/dictionary/' },
    ),
    never('domain-is-pure', { path: '^domain/src/', pathNot: '\\.test\\.ts$' }, { pathNot: '^domain/src/' }),
    never(
      'nothing-uses-tools',
      { path: `^(${workspaces})/`, pathNot: '^bench/|/test/|\\.test\\.ts$' },
      { path: '^tools/' },
    ),
    ...layers.flatMap((layer, at) =>
      layers
        .slice(0, at)
        .map((above) =>
          never(`${layer}-under-${above}`, { path: `^${source}/(${layer})/` }, { path: `^${source}/(${above})/` }),
        ),
    ),
    ...['surfaces|workers', 'features|connectors'].map((pair) =>
      never(
        `${pair}-do-not-meet`,
        { path: `^${source}/(${pair})/` },
        { path: `^${source}/(${pair})/`, pathNot: `^${source}/$1/` },
      ),
    ),
    never(
      'surfaces-neighbours',
      { path: `^${source}/surfaces/([^/]+)/` },
      { path: `^${source}/surfaces/[^/]+/`, pathNot: `^${source}/surfaces/($1|${surfaceBase})/` },
    ),
    ...['workers', 'connectors'].map((folder) =>
      never(
        `${folder}-neighbours`,
        { path: `^${source}/${folder}/([^/]+)/` },
        { path: `^${source}/${folder}/[^/]+/`, pathNot: `^${source}/${folder}/$1/` },
      ),
    ),
    ...tiers.flatMap((tier, at) =>
      tier.map((feature) =>
        never(
          `${feature}-imports-only-lower-tiers`,
          { path: `^${source}/features/${feature}/` },
          {
            path: `^${source}/features/(${tiers
              .slice(0, at + 1)
              .flat()
              .filter((other) => other !== feature)
              .join('|')})/`,
          },
        ),
      ),
    ),
    never(
      'sql-is-only-for-features',
      { path: `^${source}/`, pathNot: `^${source}/(features|platform)/` },
      { path: '\\.sql\\.ts$' },
    ),
    never('features-never-see-wire-formats', { path: `^${source}/features/` }, { path: '^contract/' }),
    never(
      'one-file-knows-the-broker',
      { path: `^${source}/`, pathNot: `^${source}/platform/bus` },
      { path: '@nats-io' },
    ),
    ...Object.entries(mayImport).map(([from, allowed]) =>
      never(
        `${from}-may-import-${allowed.join('-') || 'nothing'}`,
        { path: `^${from}/src/` },
        { path: `^(${workspaces})/src/`, pathNot: `^(${[from, ...allowed].join('|')})/src/` },
      ),
    ),
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'default'],
      extensions: ['.ts', '.tsx'],
    },
  },
};
