import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { runCommand } from '../testing/command-process.ts';
import { PATIENCE } from '../testing/store-process.ts';
import { signInOperator, type TestOperator } from '../testing/test-operator.ts';
import { createTestStore, type TestStore } from '../testing/test-store.ts';

vi.setConfig(PATIENCE);
let store: TestStore;
let owner: TestOperator;
let support: TestOperator;
beforeAll(async () => {
  store = await createTestStore({ template: 'empty' });
  owner = await signInOperator(store, 'owner');
  support = await signInOperator(store, 'support');
});
afterAll(() => store.close());

const run = (...args: string[]) =>
  runCommand(['operators', ...args], { DATABASE_URL: store.url, CONSOLE_URL: 'https://console.example' });
const read = async () => JSON.parse((await run('list', '--json')).stdout);

it('invites by a link that is printed once, and lists it as open', async () => {
  const invited = await run('invite', 'new@example.com', '--role', 'support');
  expect(invited, invited.stderr).toMatchObject({ code: 0, stdout: expect.stringMatching(/invitation#[\w-]{43}/) });
  expect((await read()).invitations).toMatchObject([{ email: 'new@example.com', roleId: 'support', isExpired: false }]);
  expect(await run('invite', 'x@example.com', '--role', 'nowhere')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('There is no such role'),
  });
  expect(await run('invite', owner.email, '--role', 'owner')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('This address has an operator already'),
  });
});

it('disables, enables, ends sessions and resets the second factor, each recorded with the name of the user', async () => {
  const isSignedIn = async () => (await support.get('/api/v1/profile')).statusCode === 200;
  expect(await isSignedIn()).toBe(true);
  expect(await run('end-sessions', support.email, '--yes')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Ended 1 session'),
  });
  expect(await isSignedIn()).toBe(false);
  expect((await run('disable', support.email, '--yes')).code).toBe(0);
  expect(await run('disable', support.email, '--yes')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('It is so already'),
  });
  expect((await run('enable', support.email, '--yes')).code).toBe(0);
  expect((await run('reset-second-factor', support.email, '--yes')).code).toBe(0);
  const { items } = (await owner.get(`/api/v1/audit?subject=operator ${support.id}`)).json();
  expect(items.map(({ action, actor }: { action: string; actor: { kind: string } }) => [action, actor.kind])).toEqual([
    ['second factor reset', 'command'],
    ['operator enable', 'command'],
    ['operator disable', 'command'],
    ['sessions end', 'command'],
  ]);
});

it('keeps the last owner, and names an operator who does not exist', async () => {
  expect(await run('disable', owner.email, '--yes')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('at least one owner'),
  });
  expect(await run('disable', 'nowhere@example.com', '--yes')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('There is no operator nowhere@example.com'),
  });
});
