// Valid values for the schemas of the contract. Members with a meaning (ids, phone numbers, tax numbers) get meaningful
// values, so that an unspoiled request is accepted.
import type { Chance } from '../chaos/random.ts';

/** The keywords of JSON Schema used by the contract. */
export type Schema = {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
};

/** Objects of a worker that its requests may refer to. */
export type Belongings = {
  readonly companyId: number;
  readonly senderIds: readonly number[];
  readonly documentIds: readonly string[];
  /** Its dispatches, newest last. */
  readonly dispatchIds: number[];
  readonly senderNames: readonly string[];
  /** Its verification profile. */
  readonly gatewayId: string;
  /** Ids created through the messaging API, by the first segment of the path. */
  readonly made: Map<string, (number | string)[]>;
};

const LETTERS = 'abcdefghij KLMNOPQRST 0123456789 абвгд'.split('');

export function valueOf(schema: Schema, name: string, chance: Chance, own: Belongings): unknown {
  const meant = meaningOf(name, chance, own) ?? messagingMeaningOf(name, schema, chance, own);
  if (meant !== undefined) return meant;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return chance.pick(schema.enum);
  if (schema.anyOf !== undefined) return valueOf(chance.pick(schema.anyOf), name, chance, own);
  const type = [schema.type].flat()[0] ?? 'string';
  switch (type) {
    case 'object':
      return objectOf(schema, chance, own);
    case 'array':
      return listOf(schema, name, chance, own);
    case 'integer':
      return Math.floor(
        chance.between(schema.minimum ?? 0, Math.min(schema.maximum ?? 100, (schema.minimum ?? 0) + 20)),
      );
    case 'number':
      return Math.floor(chance.between(0, 100_000)) / 100;
    case 'boolean':
      return chance.number() < 0.5;
    default:
      return textOf(schema, chance);
  }
}

function meaningOf(name: string, chance: Chance, own: Belongings): unknown {
  switch (name) {
    case 'companyId':
      return own.companyId;
    case 'senderIds':
      return own.senderIds.slice(0, 1 + Math.floor(chance.number() * own.senderIds.length));
    case 'documentIds':
      return own.documentIds;
    case 'dispatchId':
      return own.dispatchIds.at(-1) ?? 1;
    case 'countryId':
      return 1;
    case 'channelType':
      return 'SMS';
    case 'counteragentType':
      return 'LEGAL';
    case 'counteragentInn':
      return '7700000001';
    case 'counteragentKpp':
      return '770001001';
    case 'destination':
    case 'msisdn':
      return String(79_160_000_000 + Math.floor(chance.number() * 9_999_999));
    case 'senderNameId':
      return chance.pick(own.senderIds);
    case 'senderName':
      if (chance.number() < 0.5) return chance.pick(own.senderNames);
      return `N${Math.floor(chance.number() * 1e9).toString(36)}`;
    default:
      return undefined;
  }
}

/** Members of the messaging API. */
function messagingMeaningOf(name: string, schema: Schema, chance: Chance, own: Belongings): unknown {
  const messages = own.made.get('message') ?? [];
  switch (name) {
    case 'countryCode':
      return schema.type === 'array' ? ['RU'] : 'RU';
    case 'content':
      // A filter of the same name is a list of texts; a template has an object around its text.
      if (schema.type === 'array' || schema.properties !== undefined) return undefined;
      return chance.pick<unknown>(['Hi', { contentType: 'text', text: 'Hi' }]);
    case 'cascade':
      return [{ channelType: 'SMS', senderName: own.senderNames[0], content: 'Next' }];
    case 'cascadeCondition':
      return 'not_delivered';
    case 'localSendTime':
      return wallTime(3_600_000);
    case 'localCompletionTime':
      return wallTime(7_200_000);
    case 'tags[]':
      return `tag_${Math.floor(chance.number() * 1_000)}`;
    case 'pattern':
      return `Code %d of ${Math.floor(chance.number() * 1e9)}`;
    case 'gatewayId':
      return own.gatewayId;
    case 'rate':
      return 100;
    case 'ttl':
      return 3_600;
    case 'wait':
      // In seconds; a waiting worker sends no further requests.
      return chance.number() < 0.05 ? 1 : 0;
    case 'country_code[]':
      return 'RU';
    case 'uuids':
      return messages.length > 0 ? messages.slice(-3) : ['00000000-0000-4000-8000-000000000001'];
    case 'messageUuid':
    case 'message_uuid[]':
      return messages.at(-1);
    default:
      return undefined;
  }
}

const wallTime = (aheadMs: number): string =>
  new Date(Date.now() + aheadMs).toISOString().slice(0, 19).replace('T', ' ');

function objectOf(schema: Schema, chance: Chance, own: Belongings): Record<string, unknown> {
  const required = new Set(schema.required ?? []);
  const members = Object.entries(schema.properties ?? {})
    .filter(([name]) => required.has(name) || chance.number() < 0.4)
    .map(([name, member]) => [name, valueOf(member, name, chance, own)] as const);
  const free = typeof schema.additionalProperties === 'object' ? [['name', 'Ann'] as const] : [];
  const made = Object.fromEntries([...members, ...free]);
  // Both are present or both absent.
  if ('rate' in made !== 'rateTerm' in made) for (const name of ['rate', 'rateTerm']) delete made[name];
  return made;
}

function listOf(schema: Schema, name: string, chance: Chance, own: Belongings): unknown[] {
  const min = schema.minItems ?? 0;
  const count = Math.min(schema.maxItems ?? 5, min + Math.floor(chance.number() * 4));
  const items = Array.from({ length: count }, () => valueOf(schema.items ?? {}, `${name}[]`, chance, own));
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}

function textOf({ format, minLength = 0, maxLength = 40 }: Schema, chance: Chance): string {
  if (format === 'uuid') return '00000000-0000-4000-8000-000000000001';
  if (format === 'date-time') return new Date(Date.now() - Math.floor(chance.number() * 1e9)).toISOString();
  if (format === 'callback-url') return 'http://127.0.0.1:18999/callback';
  const length = Math.max(minLength, Math.min(maxLength, 1 + Math.floor(chance.number() * 30)));
  return Array.from({ length }, () => chance.pick(LETTERS))
    .join('')
    .replace(/^\s|\s$/g, 'x');
}
