// Sound arguments for every method of the client, made from the schemas of the contract.
import type { Chance } from '@volley/bench/chaos/random.ts';

export type Schema = {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly format?: string;
  readonly title?: string;
  readonly minimum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
};

export const UUID = '0197c3a1-5e00-7000-8000-4d5a1c2b3e4f';

/** Texts with a form of their own, by member. */
const TEXTS: Readonly<Record<string, string>> = {
  destination: '79161230001',
  msisdn: '79161230001',
  counteragentInn: '7700000001',
  counteragentKpp: '770001001',
  countryCode: 'RU',
  country_code: 'RU',
  template_id: '7',
  name: 'order_ready',
  language: 'ru',
  localSendTime: '2026-07-02 10:00:00',
  localCompletionTime: '2026-07-03 10:00:00',
  currency: 'RUB',
  updatedSince: '2026-07-02T10:00:00Z',
};
const OPTIONAL_SHARE = 0.4;

export function soundValue(schema: Schema, name: string, chance: Chance): unknown {
  if (schema.title === 'Content') return 'Hi';
  if (schema.title === 'Cascade') return [{ channelType: 'SMS', senderName: 'Shop', content: 'Hi' }];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return chance.pick(schema.enum.filter((one) => one !== null));
  if (schema.anyOf !== undefined) return soundValue(schema.anyOf[0] ?? {}, name, chance);
  const type = [schema.type].flat()[0] ?? 'string';
  switch (type) {
    case 'object':
      return soundObject(schema, chance);
    case 'array':
      return [soundValue(schema.items ?? {}, name, chance)];
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return chance.pick([true, false]);
    default:
      return soundText(schema, name);
  }
}

function soundText({ format }: Schema, name: string): string {
  if (format === 'uuid') return UUID;
  if (format === 'date-time') return '2026-07-02T10:00:00Z';
  if (format === 'callback-url') return 'https://shop.example/callbacks';
  return TEXTS[name] ?? 'Shop';
}

function soundObject({ properties = {}, required = [], additionalProperties }: Schema, chance: Chance): object {
  const taken = Object.entries(properties).filter(
    ([name]) => required.includes(name) || chance.number() < OPTIONAL_SHARE,
  );
  const free = typeof additionalProperties === 'object' ? { name: 'Anna' } : {};
  return { ...Object.fromEntries(taken.map(([name, one]) => [name, soundValue(one, name, chance)])), ...free };
}
