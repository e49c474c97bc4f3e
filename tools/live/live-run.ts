// One message over a real account, in the dialect that the connectors use: the account is tested, the message sent, and
// the exchange recorded without its content.
import { PROTOCOL_FACTS } from '@volley/domain/links/provider-protocol.ts';
import { dialectOf } from '@volley/server/connectors/dialects.ts';
import { exchange } from '@volley/server/connectors/exchange.ts';
import { openFiles } from '@volley/server/connectors/files.ts';
import { openProvider, type ProviderReply, type ProviderRequest } from '@volley/server/platform/http/provider-http.ts';
import { LIVE_CASES, newMessage, variableName } from './live-cases.ts';
import { type Redact, redactor } from './redact.ts';

const TIMEOUT_MS = 30_000;
/** Public addresses only. */
const FILES = { allow: [], sourceAddress: '' };

type Environment = Readonly<Record<string, string | undefined>>;

export type LiveExchange = { readonly request: object; readonly reply: object };

export type LiveRun =
  | { readonly kind: 'skipped'; readonly missing: readonly string[] }
  | {
      readonly kind: 'done';
      readonly isTaken: boolean;
      readonly ending: string;
      readonly fixture: {
        readonly provider: string;
        readonly protocol: string;
        readonly exchanges: readonly LiveExchange[];
      };
    };

export async function runLive(name: string, environment: Environment): Promise<LiveRun> {
  const live = LIVE_CASES[name];
  if (live === undefined) throw new Error(`no provider ${name}; choose from ${Object.keys(LIVE_CASES).join(', ')}`);
  const { values, missing } = readValues(name, environment);
  if (missing.length > 0) return { kind: 'skipped', missing };
  const { origin, pathname } = new URL(values['URL'] ?? '');
  const link = live.link(values);
  const submission = live.submission(values, newMessage(values['TO'] ?? ''));
  const secrets = live.variables.filter(({ isSecret }) => isSecret).map((variable) => values[variable.name] ?? '');
  const redact = redactor([...secrets, submission.destination, submission.text, submission.messageId]);
  const dialect = dialectOf(live.protocol, { ...link, basePath: pathname.replace(/\/$/, '') });
  const provider = openProvider(origin, { connections: 1, timeoutMs: TIMEOUT_MS });
  const exchanges: LiveExchange[] = [];
  const ask = async (request: ProviderRequest): Promise<ProviderReply> => {
    const reply = await provider.ask(request);
    exchanges.push(recorded(request, reply, redact));
    return reply;
  };
  const done = (ending: string, isTaken: boolean): LiveRun => ({
    kind: 'done',
    isTaken,
    ending,
    fixture: { provider: name, protocol: live.protocol, exchanges },
  });
  try {
    const hasAccount = PROTOCOL_FACTS[live.protocol].account === 'required';
    const health = await ask(dialect.health(Date.now(), hasAccount ? submission.account : undefined));
    const problem = health.kind === 'answer' ? dialect.hearHealth(health, submission.account) : health.kind;
    if (problem !== undefined) return done('the provider refuses the account', false);
    const surroundings = {
      ask,
      pause: wait,
      nowMs: () => Date.now(),
      files: openFiles(FILES),
      onLost: () => true,
      onRepeated: () => undefined,
    };
    const { kind } = await exchange(dialect, surroundings, { submission, mayWrite: () => true });
    return done(kind, kind === 'taken');
  } finally {
    await provider.close();
  }
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function readValues(name: string, environment: Environment) {
  const values: Record<string, string> = {};
  const missing: string[] = [];
  for (const { name: variable, fallback } of LIVE_CASES[name]?.variables ?? []) {
    const value = environment[variableName(name, variable)] || fallback;
    if (value === undefined) missing.push(variableName(name, variable));
    else values[variable] = value;
  }
  return { values, missing };
}

function recorded(
  { method, path, headers, body }: ProviderRequest,
  reply: ProviderReply,
  redact: Redact,
): LiveExchange {
  return {
    request: { method, path: redact.path(path), headers: redact.headers(headers), body: redact.json(parsed(body)) },
    reply:
      reply.kind === 'answer'
        ? { kind: reply.kind, status: reply.status, body: redact.json(reply.body) ?? null }
        : { kind: reply.kind },
  };
}

/** JSON or a form; null: neither. */
function parsed(body: string | undefined): unknown {
  if (body === undefined) return null;
  try {
    return JSON.parse(body);
  } catch {
    return Object.fromEntries(new URLSearchParams(body));
  }
}
