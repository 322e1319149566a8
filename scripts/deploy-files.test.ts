import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/** The programs that read the files of `deploy` accept them. A machine without such a program skips its tests. */

const deploy = fileURLToPath(new URL('../deploy/', import.meta.url));
/** haproxy is in sbin, which the PATH of an ordinary user may lack. */
const PATH = `${process.env.PATH}:/usr/sbin:/sbin`;

function run(program: string, args: string[], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: deploy,
    encoding: 'utf8',
    env: { PATH, ...env },
  });
  return { status, output: stdout + stderr };
}

const isMissing = (program: string): boolean => {
  const { error } = spawnSync(program, ['--version'], { env: { PATH }, stdio: 'ignore' });
  if (error)
    process.stdout.write(`skipped: ${program} is not on this machine, so its files in deploy are not checked\n`);
  return error !== undefined;
};

describe.skipIf(isMissing('promtool'))('promtool', () => {
  it('accepts the alerts', () => {
    const { status, output } = run('promtool', ['check', 'rules', 'prometheus-rules.yml']);
    expect(status, output).toBe(0);
  });

  it('sees alerts fire when they should, and not before', () => {
    const { status, output } = run('promtool', ['test', 'rules', 'prometheus-rules.test.yml']);
    expect(status, output).toBe(0);
  });
});

describe.skipIf(isMissing('haproxy'))('haproxy', () => {
  const nodes = ['PROXY', 'WEB1', 'WEB2', 'DB1', 'DB2', 'DB3'];
  const addresses = Object.fromEntries(nodes.map((node, index) => [`${node}_ADDRESS`, `127.0.1.${index + 1}`]));

  it.each(globSync('**/haproxy.cfg', { cwd: deploy }))('accepts %s', (file) => {
    const { status, output } = run('haproxy', ['-c', '-f', file], { ...addresses, PUBLIC_PORT: '8080' });
    expect(status, output).toBe(0);
    // The names of containers are known among containers only.
    const warnings = output.match(/^\[WARNING\].*$/gm) ?? [];
    expect(warnings.filter((line) => !line.includes("could not resolve address 'web-"))).toEqual([]);
  });
});

describe.skipIf(isMissing('systemd-analyze'))('systemd', () => {
  it('reports nothing about the units', () => {
    const units = globSync('systemd/*', { cwd: deploy });
    expect(units).toHaveLength(4);
    // The exit code is 0 also for an unknown setting.
    const { output } = run('systemd-analyze', ['verify', '--man=no', ...units]);
    expect(output.split('\n').filter((line) => line.includes('oyna-') || line.startsWith('Failed'))).toEqual([]);
  });
});
