/**
 * One press, one action. The second click of a double click or double tap does nothing, neither on the control that was
 * pressed nor on the one that has taken its place. A held Enter counts once. Controls that are pressed many times in a
 * row, such as a stepper, carry `data-repeats`.
 */

/** Double taps are faster than this, and closer together. Mouse clicks are counted by the browser. */
const DOUBLE_TAP_MS = 350;
const DOUBLE_TAP_PX = 30;

interface Press {
  /** What the browser counts: 0 for the keyboard and for assistive technology, 2 for the second of a double click. */
  detail: number;
  /** Missing in browsers whose clicks are no pointer events. */
  pointerType?: string;
  timeStamp: number;
  clientX: number;
  clientY: number;
}

export function isSecondPress(press: Press, last: Press | undefined): boolean {
  if (press.detail !== 1) return press.detail > 1;
  if (press.pointerType === 'mouse' || last === undefined || last.detail === 0) return false;
  const isNear = Math.hypot(press.clientX - last.clientX, press.clientY - last.clientY) < DOUBLE_TAP_PX;
  return isNear && press.timeStamp - last.timeStamp < DOUBLE_TAP_MS;
}

export function guardPresses(page: Window): void {
  let last: { press: Press; control: Element | null } | undefined;
  // On the window and before the target: nothing of the page sees a press that does not count.
  page.addEventListener(
    'click',
    (event: MouseEvent) => {
      const control = controlOf(event.target);
      const isSecond = isSecondPress(event, last?.press);
      const isRepeat = control !== null && control === last?.control && control.hasAttribute('data-repeats');
      if (control && isSecond && !isRepeat) {
        event.preventDefault();
        event.stopImmediatePropagation();
        return;
      }
      last = { press: event, control };
    },
    { capture: true },
  );
  page.addEventListener(
    'keydown',
    (event: KeyboardEvent) => {
      const isText = event.target instanceof HTMLTextAreaElement;
      if (event.key === 'Enter' && event.repeat && !isText) event.preventDefault();
    },
    { capture: true },
  );
}

/** A dialog is one, too: a press beside it closes it. */
function controlOf(target: EventTarget | null): Element | null {
  if (!(target instanceof Element)) return null;
  return target instanceof HTMLDialogElement ? target : target.closest('button, a[href]');
}
