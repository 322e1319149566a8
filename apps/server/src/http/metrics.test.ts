import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { askOverSocket } from '../testing/ask.ts';
import { createTestStore, type TestStore } from '../testing/test-store.ts';

let store: TestStore;
afterEach(() => store.close());

const PRODUCTION = {
  SHOP_MODE: 'production',
  DATABASE_URL: 'postgres://db.example/oyna',
  PUBLIC_URL: 'https://oyna.example',
  KEY_ENCRYPTION_KEY: randomBytes(32).toString('hex'),
  SELLER_DETAILS: 'Oyna LLP, 123456789012, Almaty',
};
const read = (authorization?: string) =>
  store.server.inject({ url: '/metrics', headers: authorization === undefined ? {} : { authorization } });

describe('metrics', () => {
  it('are public in the demo, in the format of Prometheus', async () => {
    store = await createTestStore({ template: 'empty' });
    const answer = await read();
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toMatch(/^text\/plain; version=/);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body).toMatch(/^process_cpu_seconds_total /m);
    expect(answer.body).toMatch(/^nodejs_eventloop_lag_seconds /m);
  });

  it('do not exist in production without a token', async () => {
    store = await createTestStore({ template: 'empty', environment: PRODUCTION });
    for (const authorization of [undefined, '', 'Bearer ', 'Bearer undefined', 'Bearer null']) {
      const answer = await read(authorization);
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toEqual({
        message: 'Not found',
        code: 'not-found',
        requestId: answer.headers['x-request-id'],
      });
    }
  });

  it('require the token in production', async () => {
    store = await createTestStore({
      template: 'empty',
      environment: { ...PRODUCTION, METRICS_TOKEN: 'let-me-see-numbers' },
    });
    expect((await read('Bearer let-me-see-numbers')).statusCode).toBe(200);
    for (const wrong of [
      undefined,
      'let-me-see-numbers',
      'Bearer let-me-see-number',
      'Bearer let-me-see-numberse',
      'bearer LET-ME-SEE-NUMBERS',
      'Basic let-me-see-numbers',
    ]) {
      expect((await read(wrong)).statusCode, wrong).toBe(404);
    }
  });

  it('count every response by route and status, without addresses that clients made up', async () => {
    store = await createTestStore({ template: 'empty' });
    await store.server.listen({ port: 0, host: '127.0.0.1' });
    const ask = askOverSocket(store.server);
    for (const url of ['/api/v1/game/1', '/api/v1/game/2', '/api/v1/game/abc', '/api/v1/made-up', '/made-up-too'])
      await ask(url);
    for (let turn = 0; turn < 3; turn++) await ask('/api/v1/currency');
    const { body } = await read();
    const count = (labels: string) =>
      Number(new RegExp(`^oyna_http_request_duration_seconds_count\\{${labels}\\} (\\d+)$`, 'm').exec(body)?.[1] ?? 0);
    expect(count('method="GET",route="/api/v1/game/:id",status="404"')).toBe(2);
    expect(count('method="GET",route="/api/v1/game/:id",status="400"')).toBe(1);
    expect(count('method="GET",route="none",status="404"')).toBe(2);
    expect(body).not.toContain('made-up');
    // Cached answers never reach a route. They are counted separately.
    expect(count('method="GET",route="/api/v1/currency",status="200"')).toBe(1);
    expect(body).toMatch(/^oyna_http_cached_responses_total 2$/m);
  });
});
