// One operation of a document: parameters, body, answers.
import { type EndpointShape, type FormWithFiles, isRepeatable, type Multipart, successStatus } from '../endpoint.ts';
import { exampleFor } from './examples.ts';
import { parametersOf } from './parameters.ts';
import type { RefusedResponses } from './refused-responses.ts';
import { type Json, pascal } from './schema-names.ts';
import { securityOf } from './security.ts';
import { tagOf } from './tags.ts';

type Writing = {
  readonly refused: RefusedResponses;
  /** `place` names an object without a name of its own. */
  readonly schemaOf: (schema: object, place: string) => Json;
};

export function operation(shape: EndpointShape, { refused, schemaOf }: Writing): Json {
  const { summary, keyTypes } = shape;
  const whole = [
    shape.description ?? `${summary}.`,
    keyTypes === undefined ? '' : `For keys of type ${keyTypes.join(' or ')}.`,
  ];
  const parameters = parametersOf(shape, schemaOf);
  const requestBody = requestBodyOf(shape, schemaOf);
  const status = successStatus(shape);
  return {
    operationId: shape.id,
    tags: [tagOf(shape)],
    summary,
    description: whole.filter((part) => part !== '').join('\n\n'),
    security: securityOf(shape),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: { [status]: success(shape, schemaOf), ...refused.of(shape) },
  };
}

function success(shape: EndpointShape, schemaOf: Writing['schemaOf']): Json {
  const status = successStatus(shape);
  const schema = shape.responses[status];
  const type = shape.replyType ?? 'application/json';
  const hasBody = status !== 204 && schema !== undefined;
  const isBinary = type === 'application/octet-stream';
  const media = hasBody && {
    schema: schemaOf(schema, `${pascal(shape.id)}Response`),
    ...(!isBinary && { example: shape.example?.reply ?? exampleFor(schema) }),
  };
  return {
    description: status === 201 ? 'created' : 'success',
    headers: headersOf(shape),
    ...(media && { content: Object.fromEntries((shape.fileTypes ?? [type]).map((each) => [each, media])) }),
  };
}

function headersOf(shape: EndpointShape): Json {
  const names = [
    'X-Request-Id',
    ...(shape.body === undefined && shape.query === undefined ? [] : ['X-Warnings']),
    ...(shape.auth === 'none' ? [] : ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']),
    ...(isRepeatable(shape) ? ['Idempotent-Replayed'] : []),
  ];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function requestBodyOf(shape: EndpointShape, schemaOf: Writing['schemaOf']): Json | undefined {
  const { id, body, multipart, form } = shape;
  if (multipart !== undefined) return formOf(multipart);
  if (body === undefined) return undefined;
  const schema = schemaOf(body, `${pascal(id)}Request`);
  return {
    required: shape.bodyOptional !== true,
    content: {
      'application/json': { schema, example: shape.example?.body ?? exampleFor(body) },
      ...(form && filesOf(form, schema)),
    },
  };
}

const FILE = { type: 'string', format: 'binary', contentMediaType: 'application/octet-stream', description: 'a file' };

function formOf({ part, kinds }: Multipart): Json {
  const contentType = kinds.map(({ mediaType }) => mediaType).join(', ');
  const schema = { type: 'object', properties: { [part]: FILE }, required: [part] };
  return { required: true, content: { 'multipart/form-data': { schema, encoding: { [part]: { contentType } } } } };
}

/** The same body as a form, with files. */
function filesOf({ filesMax, kinds }: FormWithFiles, body: Json): Json {
  const contentType = kinds.map(({ mediaType }) => mediaType).join(', ');
  const names = Array.from({ length: filesMax }, (_, at) => `file${at + 1}`);
  const all = <Value>(value: Value) => Object.fromEntries(names.map((name) => [name, value]));
  return {
    'multipart/form-data': {
      schema: { type: 'object', properties: { body, ...all(FILE) }, required: ['body'] },
      encoding: { body: { contentType: 'application/json' }, ...all({ contentType }) },
    },
  };
}
