import { expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import { faultOf } from './call-fault.ts';

const failure = (status: number, code: string, field?: string) =>
  new ApiError({ status, code, message: '', requestId: 'r-1', field });

it('takes over the error of the server', () => {
  expect(faultOf(failure(409, 'email-taken', 'email'))).toEqual({
    error: 'email-taken',
    field: 'email',
    requestId: 'r-1',
  });
});

it('distinguishes a network failure from a refusal', () => {
  expect(faultOf(ApiError.unreachable(new TypeError())).error).toBe('no-answer');
  expect(faultOf(failure(503, 'unavailable')).error).toBe('unavailable');
});

it('has a fault for whatever is thrown', () => {
  for (const thrown of [undefined, null, 'x', new Error('bug'), new TypeError()]) {
    expect(faultOf(thrown).error).toBe('internal');
  }
});
