import { CHANNEL_TYPES } from '@volley/domain/sending/channel.ts';

/** The parts of JSON Schema that the contract uses; TypeBox schemas are JSON schemas. */
export type JsonSchema = {
  readonly title?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly patternProperties?: Readonly<Record<string, JsonSchema>>;
  readonly default?: unknown;
  readonly contentMediaType?: string;
  readonly pattern?: string;
  readonly maxItems?: number;
  readonly 'x-form'?: string;
  /** A value that breaks it refuses its item only, which the service reports. */
  readonly 'x-item'?: true;
  readonly 'x-whole'?: boolean | 'too';
};

/** Schema of the values of an object without declared members. */
export function valuesOf({ additionalProperties, patternProperties = {} }: JsonSchema): JsonSchema | undefined {
  const [pattern] = Object.values(patternProperties);
  return pattern ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined);
}

/**
 * A cascade contains cascades. Its schema has as many levels as the longest cascade; types and forms refer to
 * themselves.
 */
export function rolledUp(schema: JsonSchema): JsonSchema {
  const { title, properties, required = [], maxItems } = schema;
  if (title !== 'Cascade' || properties === undefined) return schema;
  const step = {
    title: 'CascadeStep',
    type: 'object',
    required,
    properties: { ...properties, cascade: schema },
  };
  return { title, anyOf: [step, { type: 'array', items: step, ...(maxItems !== undefined && { maxItems }) }] };
}

/** The content of a message depends on the channel beside it. */
export function hasChannelContent({ channelType, content }: Readonly<Record<string, JsonSchema>>): boolean {
  return content?.title === 'Content' && channelType?.enum?.length === CHANNEL_TYPES.length;
}
