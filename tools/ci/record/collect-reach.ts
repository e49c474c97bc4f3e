// Makes the map of a recorded run from the files that its tests wrote.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { backOfficeApi } from '@volley/contract/back-office/back-office-api.ts';
import { consoleApi } from '@volley/contract/console/console-api.ts';
import { type EndpointShape, SESSION_PREFIX, SURFACE_PREFIX } from '@volley/contract/endpoint.ts';
import { messagingApi } from '@volley/contract/messaging/messaging-api.ts';
import { partnerApi } from '@volley/contract/partner/partner-api.ts';
import { widgetApi } from '@volley/contract/widget/widget-api.ts';
import { ROOT } from '../../check/step.ts';
import { formatMap, MAP_PATH, numberTests, type ReachMap, readMap } from '../reach-map.ts';
import { endpointName } from '../top-statements.ts';
import { type ConsoleChunks, modulesOfChunks } from './console-chunks.ts';
import type { Execution } from './execution.ts';
import { addsTo, type Painting, paintingOf, unite } from './painted-ranges.ts';

const IDLE = 'tools/ci/record/idle-system.ts';

type Endpoint = { readonly name: string; readonly method: string; readonly pattern: RegExp };

const ENDPOINTS: readonly Endpoint[] = [
  ...partnerApi,
  ...messagingApi,
  ...backOfficeApi,
  ...widgetApi,
  ...consoleApi,
].flatMap((shape: EndpointShape) =>
  [SURFACE_PREFIX[shape.surface], SESSION_PREFIX[shape.surface]]
    .filter((prefix) => prefix !== undefined)
    .map((prefix) => ({
      name: endpointName(shape),
      method: shape.method,
      pattern: patternOf(`${prefix}${shape.path}`),
    })),
);

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`);
}

/** The messaging API has aliases. */
function endpointsOf(request: string): string[] {
  const [method = '', address = ''] = request.split(' ');
  const path = address.replace(/^(?:\/api\/v1)?\/v1(?=\/)/, SURFACE_PREFIX.messaging);
  return ENDPOINTS.filter((known) => known.method === method && known.pattern.test(path)).map(({ name }) => name);
}

type Parts = { readonly test: string; readonly executions: readonly Execution[] };
type Recorded = { readonly folder: string; readonly commit: string; readonly chunks: ConsoleChunks };

export async function writeMap(folder: string, commit: string): Promise<void> {
  const map = collectReach({ folder, commit, chunks: await modulesOfChunks() }, readMap());
  writeFileSync(join(ROOT, MAP_PATH), formatMap(map));
  console.log(
    `wrote ${MAP_PATH}: ${map.tests.size} files, ${map.reached.source.size} sources, as of ${commit.slice(0, 8)}`,
  );
}

export function collectReach({ folder, commit, chunks }: Recorded, before: ReachMap | undefined): ReachMap {
  const recorded = readParts(folder);
  const idle = recorded.find(({ test }) => test === IDLE);
  if (idle === undefined) throw new Error(`${folder} has no record of ${IDLE}`);
  const tests = recorded.filter(({ test }) => test !== IDLE);
  const ran = paintingsOf(idle.executions);
  const statements = new Set(idle.executions.flatMap((execution) => Object.keys(execution.statements)));
  const sources = ({ executions }: Parts) => [
    ...[...paintingsOf(executions)].filter(([path, painting]) => addsTo(ran.get(path), painting)).map(([path]) => path),
    ...executions.flatMap(({ requests }) => requests.flatMap((request) => chunks.get(request) ?? [])),
  ];
  const tables = ({ executions }: Parts) =>
    executions.flatMap((execution) =>
      Object.entries(execution.statements).flatMap(([digest, named]) => (statements.has(digest) ? [] : named)),
    );
  const endpoints = ({ executions }: Parts) => executions.flatMap(({ requests }) => requests.flatMap(endpointsOf));
  return {
    commit,
    tests: numberTests(
      tests.map(({ test }) => test),
      before,
    ),
    reached: { source: invert(tests, sources), endpoint: invert(tests, endpoints), table: invert(tests, tables) },
    idle: new Set(ran.keys()),
  };
}

/** A test has a file of its own and one of each child process: `server~test~a.test.ts~~4711.json`. */
function readParts(folder: string): Parts[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  const byTest = Map.groupBy(files, (name) => (name.split('~~')[0] ?? '').replace(/\.json$/, '').replaceAll('~', '/'));
  return [...byTest].map(([test, parts]) => ({
    test,
    // Written by record-file.ts, record-pages.ts and record-child.ts.
    executions: parts.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Execution),
  }));
}

function paintingsOf(executions: readonly Execution[]): Map<string, Painting> {
  const found = new Map<string, Painting>();
  for (const { sources } of executions)
    for (const [path, ranges] of Object.entries(sources)) found.set(path, unite(found.get(path), paintingOf(ranges)));
  return found;
}

function invert(tests: readonly Parts[], namesOf: (parts: Parts) => readonly string[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const parts of tests)
    for (const name of namesOf(parts)) found.set(name, (found.get(name) ?? new Set()).add(parts.test));
  return found;
}
