// The dependency rule of the house, executable. Changing the architecture is editing one of these three tables.
const rooms = 'server/src';
/** Roof to ground. A folder may import its own files and any storey below. */
const storeys = ['processes', 'surfaces|workers', 'features|connectors', 'platform'];
/** Top shelf to bottom. A feature may import features on lower shelves only. */
const shelves = [
  ['sessions'],
  ['back-office'],
  ['verification', 'cascades'],
  ['sends'],
  ['settlement', 'reports'],
  ['dispatches'],
  ['inbound'],
  ['messages'],
  ['templates'],
  ['senders', 'blacklist', 'ledger', 'callbacks', 'links', 'operator-links', 'receipts'],
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
  web: ['sdk', 'contract', 'domain'],
  widget: ['contract'],
  simulator: ['smpp', 'domain'],
  bench: ['sdk', 'smpp', 'domain', 'simulator', 'contract'],
};
const workspaces = Object.keys(mayImport).join('|');
const never = (name, from, to) => ({ name, severity: 'error', from, to });

export default {
  forbidden: [
    never('no-cycles', {}, { circular: true }),
    never('every-room-has-a-storey', { path: `^${rooms}/[^/]+/`, pathNot: `^${rooms}/(${storeys.join('|')})/` }, {}),
    never(
      'every-feature-has-a-shelf',
      { path: `^${rooms}/features/`, pathNot: `^${rooms}/features/(${shelves.flat().join('|')})/` },
      {},
    ),
    never('domain-is-pure', { path: '^domain/src/', pathNot: '\\.test\\.ts$' }, { pathNot: '^domain/src/' }),
    never(
      'nothing-uses-tools',
      { path: `^(${workspaces})/`, pathNot: '^bench/|/test/|\\.test\\.ts$' },
      { path: '^tools/' },
    ),
    ...storeys.flatMap((storey, floor) =>
      storeys
        .slice(0, floor)
        .map((above) =>
          never(`${storey}-under-${above}`, { path: `^${rooms}/(${storey})/` }, { path: `^${rooms}/(${above})/` }),
        ),
    ),
    ...['surfaces|workers', 'features|connectors'].map((wing) =>
      never(
        `${wing}-are-separate-wings`,
        { path: `^${rooms}/(${wing})/` },
        { path: `^${rooms}/(${wing})/`, pathNot: `^${rooms}/$1/` },
      ),
    ),
    ...['surfaces', 'workers', 'connectors'].map((room) =>
      never(
        `${room}-neighbours`,
        { path: `^${rooms}/${room}/([^/]+)/` },
        { path: `^${rooms}/${room}/[^/]+/`, pathNot: `^${rooms}/${room}/$1/` },
      ),
    ),
    ...shelves.flatMap((shelf, at) =>
      shelf.map((feature) =>
        never(
          `${feature}-reaches-only-lower-shelves`,
          { path: `^${rooms}/features/${feature}/` },
          {
            path: `^${rooms}/features/(${shelves
              .slice(0, at + 1)
              .flat()
              .filter((other) => other !== feature)
              .join('|')})/`,
          },
        ),
      ),
    ),
    never(
      'sql-is-private-to-its-feature',
      { path: `^${rooms}/features/([^/]+)/` },
      { path: '\\.sql\\.ts$', pathNot: `^${rooms}/features/$1/` },
    ),
    never('sql-is-only-for-features', { path: `^${rooms}/`, pathNot: `^${rooms}/features/` }, { path: '\\.sql\\.ts$' }),
    never('features-never-see-wire-formats', { path: `^${rooms}/features/` }, { path: '^contract/' }),
    never('one-file-knows-the-broker', { path: `^${rooms}/`, pathNot: `^${rooms}/platform/bus` }, { path: '@nats-io' }),
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
