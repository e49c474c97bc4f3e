import * as contract from '@volley/contract/console/provider-templates.ts';
import { formatDatetime, formatDatetimeOrNull } from '@volley/contract/datetime.ts';
import type { QueryOf, ReplyOf } from '@volley/contract/endpoint.ts';
import {
  type NamingTemplate,
  type RegistryRow,
  refusedCount,
  registryRows,
} from '@volley/domain/templates/registry-rows.ts';
import type { DueAccount } from '../../../features/sender-accounts/due-account.ts';
import { getOwnRegistry, type OwnRegistry } from '../../../features/sender-accounts/own-registry.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { ApiServer } from '../../http/http-server.ts';
import { mount } from '../../http/mount-endpoint.ts';
import { keepReadings, type Read, readRegistry } from './template-readings.ts';

type Reply = ReplyOf<typeof contract.listProviderTemplates>;
type Query = QueryOf<typeof contract.listProviderTemplates>;
type Tied = OwnRegistry['tied'][number];
type Naming = Tied & NamingTemplate;
type Row = RegistryRow<Naming>;

export function mountProviderTemplates(app: ApiServer, platform: Platform): void {
  const read = keepReadings((account: DueAccount) => readRegistry(platform, account));
  mount(app, contract.listProviderTemplates, platform, async ({ actor, params, query }) => {
    const registry = await getOwnRegistry(platform, actor, params.id);
    const { senderName, channelType } = registry;
    const { rows, ...about } = await rowsOf(registry, read);
    const { page, perPage } = query;
    const found = rows.filter((row) => matches(row, query));
    return {
      channelType,
      senderName,
      ...about,
      refused: refusedCount(rows),
      statuses: statusesOf(rows),
      page,
      perPage,
      total: found.length,
      items: found.slice((page - 1) * perPage, page * perPage).map(shown),
    };
  });
}

type Known = Pick<Reply, 'reading' | 'readAt' | 'problem'> & { readonly rows: readonly Row[] };

async function rowsOf({ account, tied }: OwnRegistry, read: Read<DueAccount>): Promise<Known> {
  const naming = tied.map((one): Naming => ({ ...one, state: stateOf(one) }));
  if (account.kind === 'account') {
    const { at, list } = await read(account.account);
    if ('templates' in list) {
      const rows = registryRows(list.templates, naming);
      return { reading: 'read', readAt: formatDatetime(at), problem: null, rows };
    }
    return { reading: 'failed', problem: list.problem, ...lastKnown(naming) };
  }
  const problem = account.kind === 'failed' ? account.problem : null;
  return { reading: account.kind, problem, ...lastKnown(naming) };
}

const stateOf = ({ providerStatus, providerProblem }: Tied): NamingTemplate['state'] =>
  providerStatus === null ? null : { status: providerStatus, problem: providerProblem };

function lastKnown(naming: readonly Naming[]): Pick<Known, 'readAt' | 'rows'> {
  const times = naming.flatMap(({ providerCheckedAt }) => (providerCheckedAt === null ? [] : [providerCheckedAt]));
  const latest = times.toSorted((a, b) => b.getTime() - a.getTime())[0] ?? null;
  return { readAt: formatDatetimeOrNull(latest), rows: registryRows(undefined, naming) };
}

const matches = ({ name, status, tied }: Row, query: Query): boolean =>
  name.toLowerCase().includes(query.q?.toLowerCase() ?? '') &&
  (query.status === undefined || query.status === status) &&
  (query.tied === undefined || query.tied === tied.length > 0);

function statusesOf(rows: readonly Row[]): Reply['statuses'] {
  const counts = new Map<string, number>();
  for (const { status } of rows) if (status !== null) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([status, count]) => ({ status, count })).toSorted((a, b) => (a.status < b.status ? -1 : 1));
}

const shown = ({ tied, ...row }: Row): Reply['items'][number] => ({
  ...row,
  tied: tied.map(({ template: { id, pattern, templateType, status }, problem }) => ({
    templateId: id,
    pattern,
    templateType,
    status,
    problem,
  })),
});
