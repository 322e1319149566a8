import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
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
    const [, file = ''] = /^ExecStart=\S+ (\S+)/m.exec(text) ?? [];
    expect(existsSync(new URL(file, ROOT)), unit).toBe(true);
    const variables = [...text.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = '']) => line.split(' '));
    expect(
      variables.map((entry) => entry.split('=')[0]).filter((name) => !known.has(name)),
      unit,
    ).toEqual([]);
  }
});
