import type { ConsoleSchemas } from '@oyna/api-client/console-client';
import { expect, it } from 'vitest';
import { nameOperator } from './operator-header.ts';

const SESSION = { operator: { id: 7 } } as ConsoleSchemas['Session'];

function headerOf(method: string, path: string, session: typeof SESSION | null = SESSION) {
  const request = new Request(`https://console.example${path}`, { method });
  nameOperator(request, session ?? undefined);
  return request.headers.get('console-operator');
}

it('calls name the operator of the page', () => {
  expect(headerOf('GET', '/api/v1/session')).toBe('7');
  expect(headerOf('DELETE', '/api/v1/sessions/3')).toBe('7');
});

it('a sign-out and a page without an operator name none', () => {
  expect(headerOf('DELETE', '/api/v1/session?lng=ru')).toBeNull();
  expect(headerOf('GET', '/api/v1/session', null)).toBeNull();
});
