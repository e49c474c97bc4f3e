import { backOfficeApi } from '@volley/contract/back-office/back-office-api.ts';
import { consoleApi } from '@volley/contract/console/console-api.ts';
import type { EndpointShape } from '@volley/contract/endpoint.ts';
import { messagingApi } from '@volley/contract/messaging/messaging-api.ts';
import { partnerApi } from '@volley/contract/partner/partner-api.ts';
import { widgetApi } from '@volley/contract/widget/widget-api.ts';
import Type from 'typebox';
import { expect, test } from 'vitest';
import { compileInput } from './request-input.ts';

const ENDPOINTS: readonly EndpointShape[] = [
  ...partnerApi,
  ...messagingApi,
  ...backOfficeApi,
  ...widgetApi,
  ...consoleApi,
];

// The server compiles a schema at the first request of its endpoint.
test.each(ENDPOINTS.map((shape) => [shape.id, shape] as const))('the schemas of %s compile', (_, shape) => {
  const { checkQuery, checkBody, tidyBody } = compileInput(shape);
  expect([checkQuery, checkBody, tidyBody].map((part) => part !== undefined)).toEqual([
    shape.query !== undefined,
    shape.body !== undefined,
    shape.body !== undefined,
  ]);
});

test('an unknown keyword in a schema is an error', () => {
  const shape = ENDPOINTS.find(({ body }) => body !== undefined);
  expect(shape).toBeDefined();
  const misspelled = Type.String({ minLenght: 1 });
  expect(() => compileInput({ ...(shape as EndpointShape), body: misspelled })).toThrow('minLenght'); // found above
});
