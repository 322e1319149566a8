import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';

/** A process that answers seven requests without a database and writes its log to stdout. */
const SCRIPT = `
  const at = (path) => import(new URL(path, process.argv[1]).href);
  const [{ buildApp }, { parseConfig }, { connect }, { composeServices }, { composeWeb }] = await Promise.all(
    ['app.ts', 'config.ts', 'platform/database/connection.ts', 'compose.ts', 'compose-web.ts'].map(at));
  const database = connect({ url: 'postgres://oyna:hunter2@127.0.0.1:1/none', poolSize: 2 });
  const services = composeServices(parseConfig(process.env), database);
  const server = await buildApp(composeWeb(services, { cacheBytes: 0 }));
  const headers = { authorization: 'Bearer hunter2', cookie: 'session=hunter2' };
  for (const url of ['/health/live?code=hunter2&state=hunter2', '/api/v1/game/abc', '/api/v1/currency']) await server.inject({ url, headers });
  const id = 'Hunt-hunter2-hunter2';
  for (const url of ['/api/v1/replenishment/' + id + '?x=1', '/top-up/' + id + '.data', '/api/v1/callbacks/g2bulk/' + id,
    '/api/v1/replenishment/options']) await server.inject({ method: 'PUT', url, headers });
  await server.close();
  await database.destroy();
`;

type Line = Record<string, unknown> & { level: number; reqId: string; msg: string };

async function linesAt(level: string): Promise<{ text: string; lines: Line[] }> {
  const source = new URL('../', import.meta.url).href;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', SCRIPT, source], {
    env: { PATH: process.env['PATH'], LOG_LEVEL: level },
  });
  const lines = stdout.split('\n').filter(Boolean);
  return { text: stdout, lines: lines.map((line) => JSON.parse(line)) };
}

describe('the log', () => {
  let log: Awaited<ReturnType<typeof linesAt>>;
  beforeAll(async () => {
    log = await linesAt('info');
  });

  it('has one JSON object per line, each with its request id', () => {
    expect(log.lines.length).toBeGreaterThanOrEqual(6);
    for (const line of log.lines)
      expect(line).toMatchObject({
        level: expect.any(Number),
        time: expect.any(Number),
        reqId: expect.stringMatching(/^[\w-]{21}$/),
      });
    expect(new Set(log.lines.map(({ reqId }) => reqId)).size).toBe(7);
  });

  it('has the request and the status of its response', () => {
    expect(log.lines).toContainEqual(
      expect.objectContaining({ req: expect.objectContaining({ method: 'GET', url: '/api/v1/game/abc' }) }),
    );
    expect(log.lines).toContainEqual(
      expect.objectContaining({ res: { statusCode: 400 }, responseTime: expect.any(Number) }),
    );
  });

  it('has an error with its cause for a failure', () => {
    const failed = log.lines.filter(({ level }) => level >= 50);
    expect(failed).toEqual([
      expect.objectContaining({
        code: 'unavailable',
        msg: 'request failed',
        err: expect.objectContaining({ stack: expect.any(String) }),
      }),
    ]);
  });

  it('has no secret, not even from an address', () => {
    expect(log.text).toContain('/health/live?code=…&state=…');
    expect(log.text).not.toContain('hunter2');
  });

  it('has only the beginning of the id of a top-up', () => {
    for (const url of ['/api/v1/replenishment/Hunt…?x=1', '/top-up/Hunt…', '/api/v1/callbacks/g2bulk/Hunt…']) {
      expect(log.lines).toContainEqual(expect.objectContaining({ req: expect.objectContaining({ url }) }));
    }
    expect(log.text).toContain('"/api/v1/replenishment/options"');
  });

  it('omits successful requests at the usual level', async () => {
    const { lines } = await linesAt('warn');
    expect(lines.map(({ msg }) => msg)).toEqual(['request failed']);
  });
});
