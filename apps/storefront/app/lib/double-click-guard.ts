/**
 * One click, one action. The second click of a double click or double tap is ignored, on the same control and on one that
 * replaced it. A held Enter counts once. Controls that are clicked many times in a row, such as a stepper, have
 * `data-repeats`. After typing, the next click is a first one.
 */

/** Double taps are faster than this, and closer together. Mouse clicks are counted by the browser. */
const DOUBLE_TAP_MS = 350;
const DOUBLE_TAP_PX = 30;

interface Press {
  /** What the browser counts: 0 for the keyboard and for assistive technology, 2 for the second of a double click. */
  detail: number;
  /** Missing in browsers where clicks are not pointer events. */
  pointerType?: string | undefined;
  timeStamp: number;
  clientX: number;
  clientY: number;
}

export function isRepeatedClick(press: Press, last: Press | undefined): boolean {
  if (press.detail !== 1) return press.detail > 1;
  if (press.pointerType === 'mouse' || last === undefined || last.detail === 0) return false;
  const isNear = Math.hypot(press.clientX - last.clientX, press.clientY - last.clientY) < DOUBLE_TAP_PX;
  return isNear && press.timeStamp - last.timeStamp < DOUBLE_TAP_MS;
}

export function guardDoubleClicks(page: Window): void {
  let last: (Press & { control: Element | null }) | undefined;
  // On the window in the capture phase, so that no handler of the page sees an ignored click.
  page.addEventListener(
    'click',
    (event) => {
      // A dialog counts as well: a click beside it closes it.
      const control = (event.target as Element).closest('button, a[href], dialog');
      const isRepeat = control === last?.control && control?.hasAttribute('data-repeats');
      if (control && last && isRepeatedClick(event, last) && !isRepeat) {
        event.preventDefault();
        event.stopImmediatePropagation();
        return;
      }
      const { detail, timeStamp, clientX, clientY } = event;
      last = { detail, timeStamp, clientX, clientY, control };
    },
    true,
  );
  page.addEventListener('input', () => (last = undefined), true);
  page.addEventListener(
    'keydown',
    (event) => {
      const { key, repeat, target } = event;
      if (repeat && key === 'Enter' && !(target instanceof HTMLTextAreaElement)) event.preventDefault();
    },
    true,
  );
}
