// What people do leaves one row to be read back: who, which endpoint, which object, from where. A change that somebody of
// a partner makes through the console commits together with its row. Exports and reads of personal data have rows as
// well, written before anything is shown. Never the body or the words of a search: they may hold texts, numbers and
// secrets.
import type { EndpointShape } from '@volley/contract/endpoint.ts';
import type { CabinetActor } from '@volley/domain/actor.ts';
import { recordRead } from '../features/back-office/staff-actions.ts';
import { addAction, type PartnerAction, recordAction } from '../features/sessions/partner-actions.ts';
import { onBehalfOf, type TransactionGuard } from '../platform/database.ts';
import type { Platform } from '../platform/platform.ts';
import type { Caller } from './admit.ts';

/** What an endpoint may say of its change beyond its path; `details` holds no secret, text or whole number. */
export type ActionFacts = {
  readonly subject?: { readonly kind: string; readonly id: string | number };
  readonly details?: object;
  readonly reason?: string;
};

/** Facts, or how to tell them from what the transaction of the change returned. */
export type Note = <Result>(said: ActionFacts | ((result: Result) => ActionFacts)) => void;

export type Trace = {
  readonly note: Note;
  /** Goes with the transaction of the change; undefined where nothing is to be recorded of a change. */
  readonly rider: TransactionGuard | undefined;
  /** When the endpoint has done its work: records what no transaction has taken along. */
  finish(): Promise<void>;
};

type Asked = {
  readonly actor: Caller | undefined;
  readonly address: string;
  readonly params: unknown;
  readonly query: unknown;
};

export function traceOf(platform: Pick<Platform, 'db'>, shape: EndpointShape, asked: Asked): Trace {
  const { actor } = asked;
  const said: (ActionFacts | ((result: unknown) => ActionFacts))[] = [];
  // The endpoint names the type that its own transaction returns.
  const note: Note = (facts) => void said.push(facts as (typeof said)[number]);
  if (shape.isRecorded === true && actor?.kind === 'staff') {
    const { subject, details = {} } = readOf(shape, asked);
    const finish = () => recordRead(platform, actor, { action: shape.id, subject, details });
    return { note, rider: undefined, finish };
  }
  if (!isTold(shape) || actor?.kind !== 'partner' || !('sessionId' in actor))
    return { note, rider: undefined, finish: async () => undefined };
  if (shape.method === 'GET')
    return { note, rider: undefined, finish: () => recordApart(platform, actor, readOf(shape, asked)) };
  let isRecorded = false;
  const rider: TransactionGuard = {
    before: async () => undefined,
    after: async (tx, result) => {
      const facts = said.map((each) => (typeof each === 'function' ? each(result) : each));
      await addAction(tx, actor, changeOf(shape, asked, facts));
      isRecorded = true;
    },
  };
  const finish = async () => {
    const facts = said.filter((each) => typeof each !== 'function');
    if (!isRecorded) await recordApart(platform, actor, changeOf(shape, asked, facts));
  };
  return { note, rider, finish };
}

/** Two riders of one transaction. */
export function bothRide(first: TransactionGuard, second: TransactionGuard | undefined): TransactionGuard {
  if (second === undefined) return first;
  return {
    before: async (tx) => {
      await first.before(tx);
      await second.before(tx);
    },
    after: async (tx, result) => {
      await first.after(tx, result);
      await second.after(tx, result);
    },
  };
}

const isTold = ({ method, asks, isRecorded }: EndpointShape) =>
  method === 'GET' ? isRecorded === true : asks !== true;

const recordApart = (platform: Pick<Platform, 'db'>, actor: CabinetActor, action: PartnerAction) =>
  onBehalfOf(actor.partnerId, undefined, () => recordAction(platform, actor, action));

function changeOf(shape: EndpointShape, { address, params }: Asked, facts: readonly ActionFacts[]): PartnerAction {
  const { own, rest } = pathOf(shape, params);
  const { subject = own, details = rest, reason } = Object.assign({}, ...facts) as ActionFacts;
  return {
    action: shape.id,
    subject: { kind: subject.kind, id: String(subject.id) },
    details,
    ...(reason !== undefined && { reason }),
    address,
  };
}

/** What of a selection tells how much was seen, and is no word of a person. */
const TOLD_OF_QUERY = ['company', 'companyId', 'dispatch', 'from', 'to'];

function readOf(shape: EndpointShape, { address, params, query }: Asked): PartnerAction {
  const { own, rest } = pathOf(shape, params);
  const given = Object.entries((query ?? {}) as Record<string, unknown>);
  const told = given.filter(([name]) => TOLD_OF_QUERY.includes(name));
  const filters = given.map(([name]) => name).filter((name) => name !== 'lang');
  const details = { ...rest, ...(filters.length > 0 && { filters }), ...Object.fromEntries(told) };
  return { action: shape.id, subject: own, details, address };
}

/** The ids of the path; every one of them is a number or a short name. */
function pathOf(shape: EndpointShape, params: unknown) {
  const [first, ...rest] = Object.entries((params ?? {}) as Record<string, string | number>);
  const own = { kind: shape.path.split('/')[1] ?? '', id: String(first?.[1] ?? '') };
  return { own, rest: Object.fromEntries(rest) };
}
