import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { isConfirmed } from './confirmation.ts';

function terminal(isTTY: boolean, typed: string) {
  const input = Object.assign(new PassThrough(), { isTTY });
  input.end(typed);
  const output = new PassThrough();
  return { input, output, printed: () => String(output.read() ?? '') };
}

it.each(['y\n', 'Y\n', 'yes\n', ' YES \n'])('continues after the answer %j', async (typed) => {
  const { printed, ...streams } = terminal(true, typed);
  expect(await isConfirmed(['Refund 5.00 AZN'], {}, streams)).toBe(true);
  expect(printed()).toMatch(/^Refund 5\.00 AZN\nDo it\? \[y\/N\] /);
});

it.each(['n\n', '\n', 'yep\n', 'no\n', ''])('changes nothing after the answer %j', async (typed) => {
  const { printed, ...streams } = terminal(true, typed);
  expect(await isConfirmed(['Refund 5.00 AZN'], {}, streams)).toBe(false);
  expect(printed()).toMatch(/Nothing was changed\.\n$/);
});

it('does not ask without a terminal and changes nothing', async () => {
  const { printed, ...streams } = terminal(false, 'y\n');
  expect(await isConfirmed(['Refund 5.00 AZN'], {}, streams)).toBe(false);
  expect(printed()).toBe('Refund 5.00 AZN\nNothing was changed. Add --yes to do it.\n');
});

it('prints the preview and does not ask when --yes is given', async () => {
  const { printed, ...streams } = terminal(false, '');
  expect(await isConfirmed(['Refund 5.00 AZN'], { yes: true }, streams)).toBe(true);
  expect(printed()).toBe('Refund 5.00 AZN\n');
});
