// The audit row of an action: actor, endpoint, object, address. A change that a user of a partner makes through the
// console commits together with its row. Exports and reads of personal data are recorded too, before they are shown.
// The body and search terms are never recorded: they may contain texts, numbers and secrets.
import type { EndpointShape } from '@volley/contract/endpoint.ts';
import type { PartnerConsoleActor } from '@volley/domain/people/actor.ts';
import { recordRead } from '../../features/back-office/staff-actions.ts';
import { addAction, type PartnerAction, recordAction } from '../../features/sessions/partner-actions.ts';
import { onBehalfOf, type TransactionGuard } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Caller } from '../http/admit.ts';

/** Details of a change beyond its path; `details` holds no secret, text or complete number. */
export type ActionFacts = {
  readonly subject?: { readonly kind: string; readonly id: string | number };
  readonly details?: object;
  readonly reason?: string;
};

/** Facts, or a function that derives them from the result of the transaction. */
export type Note = <Result>(said: ActionFacts | ((result: Result) => ActionFacts)) => void;

export type Trace = {
  readonly note: Note;
  /** Runs inside the transaction of the change; undefined: no change to record. */
  readonly actionGuard: TransactionGuard | undefined;
  /** Call after the handler: records the action if no transaction has. */
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
  // The endpoint declares the type that its own transaction returns.
  const note: Note = (facts) => void said.push(facts as (typeof said)[number]);
  if (shape.isRecorded === true && actor?.kind === 'staff') {
    const { subject, details = {} } = readOf(shape, asked);
    const finish = () => recordRead(platform, actor, { action: shape.id, subject, details });
    return { note, actionGuard: undefined, finish };
  }
  if (!isActionRecorded(shape) || actor?.kind !== 'partner' || !('sessionId' in actor))
    return { note, actionGuard: undefined, finish: async () => undefined };
  if (shape.method === 'GET')
    return { note, actionGuard: undefined, finish: () => recordApart(platform, actor, readOf(shape, asked)) };
  let isRecorded = false;
  const actionGuard: TransactionGuard = {
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
  return { note, actionGuard, finish };
}

/** Combines two guards of one transaction. */
export function combineGuards(first: TransactionGuard, second: TransactionGuard | undefined): TransactionGuard {
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

const isActionRecorded = ({ method, asks, isRecorded }: EndpointShape) =>
  method === 'GET' ? isRecorded === true : asks !== true;

const recordApart = (platform: Pick<Platform, 'db'>, actor: PartnerConsoleActor, action: PartnerAction) =>
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

/** Query parameters that show the extent of a read and contain no personal data. */
const RECORDED_PARAMETERS = ['company', 'companyId', 'dispatch', 'from', 'to'];

function readOf(shape: EndpointShape, { address, params, query }: Asked): PartnerAction {
  const { own, rest } = pathOf(shape, params);
  const given = Object.entries((query ?? {}) as Record<string, unknown>);
  const recorded = given.filter(([name]) => RECORDED_PARAMETERS.includes(name));
  const filters = given.map(([name]) => name).filter((name) => name !== 'lang');
  const details = { ...rest, ...(filters.length > 0 && { filters }), ...Object.fromEntries(recorded) };
  return { action: shape.id, subject: own, details, address };
}

/** The ids of the path; each is a number or a short name. */
function pathOf(shape: EndpointShape, params: unknown) {
  const [first, ...rest] = Object.entries((params ?? {}) as Record<string, string | number>);
  const own = { kind: shape.path.split('/')[1] ?? '', id: String(first?.[1] ?? '') };
  return { own, rest: Object.fromEntries(rest) };
}
