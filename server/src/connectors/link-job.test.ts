import { ERROR } from '@volley/domain/sending/message-error.ts';
import { expect, test } from 'vitest';
import { failedWith } from './link-job.ts';

test.each([
  ['131049', { providerCode: '131049' }],
  [`a\0${'x'.repeat(100)}`, { providerCode: `a${'x'.repeat(63)}` }],
  ['', {}],
])("failedWith carries the provider's code %j as %j", (code, carried) => {
  expect(failedWith(ERROR.operatorFailure, code)).toEqual({
    kind: 'failed',
    errorCode: ERROR.operatorFailure,
    ...carried,
  });
});
