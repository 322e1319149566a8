import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { freePort } from '../testing/free-port.ts';
import { createTestStore, type TestStore } from '../testing/test-store.ts';

const ROOT = new URL('../../../../', import.meta.url);
const readText = (path: string) => readFileSync(new URL(path, ROOT), 'utf8');

let store: TestStore;
/** The metrics that `/metrics` has, with the series of histograms. */
let metrics: Set<string>;
beforeAll(async () => {
  store = await createTestStore({ template: 'empty' });
  const { body } = await store.server.inject({ url: '/metrics' });
  metrics = new Set([...body.matchAll(/^([a-z0-9_]+)(?:\{| )/gm)].map(([, name = '']) => name));
  for (const [, name = '', type] of body.matchAll(/^# TYPE ([a-z0-9_]+) (\w+)/gm)) {
    metrics.add(name);
    if (type === 'histogram') for (const part of ['bucket', 'sum', 'count']) metrics.add(`${name}_${part}`);
  }
});
afterAll(() => store.close());

const listMetrics = (expression: string) => expression.match(/\b(?:oyna|nodejs|process)_[a-z0-9_]+/g) ?? [];

interface Rule {
  alert: string;
  expr: string;
  annotations: { runbook: string };
}

describe('the files for Prometheus and Grafana', () => {
  it('name metrics that the store has, in every alert', () => {
    const rules: Rule[] = parse(readText('deploy/prometheus-rules.yml')).groups[0].rules;
    expect(rules.length).toBeGreaterThan(5);
    for (const { alert, expr } of rules) {
      const named = listMetrics(expr);
      expect(
        named.filter((name) => !metrics.has(name)),
        alert,
      ).toEqual([]);
      expect(named.length > 0 || expr.startsWith('up{'), alert).toBe(true);
    }
  });

  it('have a runbook for every alert, and no runbook without one', () => {
    const rules: Rule[] = parse(readText('deploy/prometheus-rules.yml')).groups[0].rules;
    const chapter = /\n## Alerts\n([\s\S]*?)\n## /.exec(readText('docs/operating.md'))?.[1] ?? '';
    const headings = [...chapter.matchAll(/^### (\w+)$/gm)].map(([, name]) => name);
    expect(headings).toEqual(rules.map(({ alert }) => alert));
    for (const { alert, annotations } of rules)
      expect(annotations.runbook).toBe(`docs/operating.md#${alert.toLowerCase()}`);
  });

  it('name metrics that the store has, in every panel', () => {
    const { panels } = JSON.parse(readText('deploy/grafana-dashboard.json'));
    expect(panels.length).toBeGreaterThan(5);
    for (const { title, targets } of panels) {
      const named = targets.flatMap(({ expr }: { expr: string }) => listMetrics(expr));
      expect(named.length, title).toBeGreaterThan(0);
      expect(
        named.filter((name: string) => !metrics.has(name)),
        title,
      ).toEqual([]);
    }
  });
});

it('start files that exist, with variables that the store reads', () => {
  const units = readdirSync(new URL('deploy/systemd/', ROOT)).filter((name) => name.endsWith('.service'));
  expect(units).toHaveLength(3);
  const known = new Set([...readText('.env.example').matchAll(/^#? ?([A-Z0-9_]+)=/gm)].map(([, name]) => name));
  for (const unit of units) {
    const text = readText(`deploy/systemd/${unit}`);
    // The Node of the machine: an install for production has none.
    const [, file = ''] = /^ExecStart=\/usr\/bin\/env node (?:--\S+ )*(apps\/\S+)/m.exec(text) ?? [];
    expect(file && existsSync(new URL(file, ROOT)), unit).toBe(true);
    const variables = [...text.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = '']) => line.split(' '));
    expect(
      variables.map((entry) => entry.split('=')[0]).filter((name) => name !== 'MALLOC_ARENA_MAX' && !known.has(name)),
      unit,
    ).toEqual([]);
  }
});

describe('the container', () => {
  const text = readText('deploy/Containerfile');

  it('is made of files that exist, without the packages of development, and runs as an ordinary user', () => {
    const sources = [...text.matchAll(/^COPY (?!--from)(.+)$/gm)].flatMap(([, line = '']) =>
      line.split(' ').slice(0, -1),
    );
    expect(sources.length).toBeGreaterThan(5);
    expect(sources.filter((source) => !existsSync(new URL(source, ROOT)))).toEqual([]);
    const last = text.slice(text.lastIndexOf('\nFROM '));
    expect(last).toContain('COPY --from=installed /opt/oyna /opt/oyna');
    expect(last).toMatch(/^USER 10001:10001$/m);
    const [, installed = ''] = /AS installed\n([\s\S]*?)\nFROM /.exec(text) ?? [];
    expect(installed).toContain('npm ci --omit=dev');
    expect(
      existsSync(new URL((JSON.parse(/^CMD (.+)$/m.exec(text)?.[1] ?? '[]') as string[]).at(-1) ?? 'none', ROOT)),
    ).toBe(true);
    const ignored = readText('.containerignore').split('\n');
    for (const secret of ['.env', '.git', '**/node_modules', 'data']) expect(ignored).toContain(secret);
  });

  it('is built with the settings that the configurations of its parts extend', () => {
    const [, build = ''] = /AS build\n([\s\S]*?)\nFROM /.exec(text) ?? [];
    const copied = [...build.matchAll(/^COPY (.+)$/gm)].flatMap(([, line = '']) => line.split(' ').slice(0, -1));
    const settings = ['apps/console', 'apps/storefront', 'packages/ui'].map((part) => {
      const [, extended = ''] = /"extends": "(.+?)"/.exec(readText(`${part}/tsconfig.json`)) ?? [];
      return new URL(extended, new URL(`${part}/`, ROOT)).pathname.slice(ROOT.pathname.length);
    });
    const isCopied = (path: string) => copied.some((source) => path === source || path.startsWith(`${source}/`));
    expect(settings.filter((path) => !isCopied(path))).toEqual([]);
  });

  it('is healthy when the store is ready, and not otherwise', async () => {
    const [, line = '[]'] = /HEALTHCHECK [\s\S]*?CMD (.+)$/m.exec(text) ?? [];
    const [, ...args] = JSON.parse(line) as string[];
    await store.server.listen({ port: 0, host: '127.0.0.1' });
    const { port } = store.server.server.address() as AddressInfo;
    const check = (at: number) => exitOf(args, { PORT: `${at}` });
    expect(await check(port)).toBe(0);
    expect(await check(await freePort())).toBe(1);
  });

  it('has a compose file whose services use known variables and existing files', () => {
    const { services } = parse(readText('deploy/compose.yml'), { merge: true }) as {
      services: Record<string, Service>;
    };
    expect(Object.keys(services)).toEqual(['database', 'migrate', 'web-1', 'web-2', 'worker', 'proxy']);
    const known = new Set([...readText('.env.example').matchAll(/^#? ?([A-Z0-9_]+)=/gm)].map(([, name]) => name));
    for (const [name, service] of Object.entries(services)) {
      const { environment = {}, command = [], depends_on: needed = {}, volumes = [], build } = service;
      if (build) {
        expect(existsSync(new URL(build.dockerfile, ROOT)), name).toBe(true);
        expect(
          Object.keys(environment).filter((variable) => !known.has(variable)),
          name,
        ).toEqual([]);
      }
      for (const file of command.filter((word) => word.endsWith('.ts')))
        expect(existsSync(new URL(file, ROOT)), file).toBe(true);
      expect(
        Object.keys(needed).filter((other) => !(other in services)),
        name,
      ).toEqual([]);
      for (const [source = ''] of volumes.map((volume) => volume.split(':'))) {
        if (source.startsWith('./')) expect(existsSync(new URL(`deploy/${source}`, ROOT)), source).toBe(true);
      }
    }
    const servers = [...readText('deploy/haproxy.cfg').matchAll(/^ {2}server \S+ (\S+):3000$/gm)].map(
      ([, host]) => host,
    );
    expect(servers).toEqual(['web-1', 'web-2', 'web-1', 'web-2', 'web-1', 'web-2']);
  });
});

describe('the files for HAProxy', () => {
  const files = readdirSync(new URL('deploy/', ROOT), { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('haproxy.cfg') && readText(`deploy/${file}`).includes('/health/ready'),
  );
  const serversOf = (section = '') => section.match(/^ +server .+$/gm);

  it.each(files)('%s sends requests to servers that are alive when none is ready', (file) => {
    const text = readText(`deploy/${file}`);
    const sections = text.split(/^(?=[a-z])/m);
    const backendWith = (check: string) =>
      sections.find((section) => section.startsWith('backend ') && section.includes(`option httpchk GET ${check}\n`));
    const [ready, alive] = [backendWith('/health/ready'), backendWith('/health/live')];
    const [readyName, aliveName] = [ready, alive].map((section) => section?.split(/\s+/)[1]);
    expect(text).toContain(`use_backend ${readyName} if { nbsrv(${readyName}) gt 0 }\n`);
    expect(text).toContain(`default_backend ${aliveName}\n`);
    expect(serversOf(alive)).toHaveLength(2);
    expect(serversOf(alive)).toEqual(serversOf(ready));
  });

  it.each(files)('%s asks the other server for a file of the storefront that one does not have', (file) => {
    const text = readText(`deploy/${file}`);
    const name = /use_backend (\w+) if \{ path_beg \/assets\/ \}/.exec(text)?.[1];
    const section = text.split(/^(?=[a-z])/m).find((one) => one.startsWith(`backend ${name}\n`));
    expect(section).toMatch(/^ +option redispatch 1$/m);
    expect(section).toMatch(/^ +retry-on .*\b404$/m);
    expect(serversOf(section)).toHaveLength(2);
  });

  it('count the visitors that the proxy for TLS names, and never its own connections', () => {
    const [frontend = ''] = /^frontend visitors$[\s\S]*?(?=^backend)/m.exec(readText('deploy/haproxy.cfg')) ?? [];
    expect(frontend).toMatch(/set-var\(txn\.visitor\) req\.hdr\(x-forwarded-for,-1\)\S*,ipmask\(32,64\)$/m);
    expect(frontend.match(/track-sc0 .+$/gm)).toEqual(['track-sc0 var(txn.visitor)']);
    expect(readText('deploy/compose.yml')).toContain("ports: ['127.0.0.1:8080:8080']");
  });

  it('are two', () => expect(files).toHaveLength(2));
});

interface Service {
  build?: { dockerfile: string };
  environment?: Record<string, string>;
  command?: string[];
  depends_on?: Record<string, object>;
  volumes?: string[];
}

const exitOf = (args: string[], env: Record<string, string>): Promise<number | null> =>
  new Promise((resolve) => spawn(process.execPath, args, { env, stdio: 'ignore' }).once('exit', resolve));
