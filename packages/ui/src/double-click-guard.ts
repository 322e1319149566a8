/**
 * One click, one action. The second click of a double click or double tap is ignored, on the same control and on one that
 * replaced it. So is a tap on a control that has only just come under the finger, such as that of the next row after one
 * was removed. A held Enter counts once. Controls that are clicked many times in a row, such as a stepper, have
 * `data-repeats`. After typing, the next click is a first one.
 */

/** Double taps are faster than this, and closer together. Mouse clicks are counted by the browser. */
const DOUBLE_TAP_MS = 350;
const DOUBLE_TAP_PX = 30;
/** Before this, a person has not seen that another control is under the finger. */
const UNSEEN_MS = 500;
/** Something that comes later is no answer to the last tap. */
const WATCH_MS = 5_000;
/** A dialog counts as well: a click beside it closes it. */
const CONTROLS = 'button, a[href], dialog';

interface Press {
  /** What the browser counts: 0 for the keyboard and for assistive technology, 2 for the second of a double click. */
  detail: number;
  /** Missing in browsers where clicks are not pointer events. */
  pointerType?: string | undefined;
  timeStamp: number;
  clientX: number;
  clientY: number;
}

/** `cameAt`: when another control came to the place of the last press. */
export function isRepeatedClick(press: Press, last: Press | undefined, cameAt = Number.NEGATIVE_INFINITY): boolean {
  if (press.detail !== 1) return press.detail > 1;
  if (press.pointerType === 'mouse' || last === undefined || last.detail === 0) return false;
  const isNear = Math.hypot(press.clientX - last.clientX, press.clientY - last.clientY) < DOUBLE_TAP_PX;
  return isNear && (press.timeStamp - last.timeStamp < DOUBLE_TAP_MS || press.timeStamp - cameAt < UNSEEN_MS);
}

interface Guard {
  /** False where the same control may be clicked as fast as one likes: only one that took its place is guarded. */
  ofSameControl?: boolean;
}

export function guardDoubleClicks(page: Window & typeof globalThis, { ofSameControl = true }: Guard = {}): void {
  let last: (Press & { control: Element | null }) | undefined;
  /** What is at the place of the last press, and since when. */
  let there: { control: Element | null; since: number } | undefined;
  let frame: number | undefined;

  const controlOf = (element: Element | null) => element?.closest(CONTROLS) ?? null;
  const notice = (control: Element | null, time: number) => {
    if (there && control !== there.control) there = { control, since: time };
  };
  const check = () => {
    frame = undefined;
    const now = page.performance.now();
    if (!last || now - last.timeStamp > WATCH_MS) return changes.disconnect();
    notice(controlOf(page.document.elementFromPoint(last.clientX, last.clientY)), now);
  };
  const changes = new page.MutationObserver(() => {
    frame ??= page.requestAnimationFrame(check);
  });

  // On the window in the capture phase, so that no handler of the page sees an ignored click.
  page.addEventListener(
    'click',
    (event) => {
      const control = controlOf(event.target as Element);
      const { detail, timeStamp, clientX, clientY } = event;
      const isSame = control === last?.control;
      const mayRepeat = isSame && (!ofSameControl || control?.hasAttribute('data-repeats'));
      // The page has changed since the last frame.
      if (!isSame && frame !== undefined) notice(control, timeStamp);
      if (
        control &&
        last &&
        !mayRepeat &&
        isRepeatedClick(event, last, control === there?.control ? there.since : undefined)
      ) {
        event.preventDefault();
        event.stopImmediatePropagation();
        return;
      }
      last = { detail, timeStamp, clientX, clientY, control };
      there = { control, since: Number.NEGATIVE_INFINITY };
      if (detail > 0) changes.observe(page.document, { childList: true, subtree: true });
    },
    true,
  );
  page.addEventListener('input', () => (last = undefined), true);
  // The finger scrolls: what it finds afterwards it has been looking for.
  page.addEventListener('pointercancel', () => (last = undefined), true);
  page.addEventListener(
    'keydown',
    (event) => {
      const { key, repeat, target } = event;
      if (repeat && key === 'Enter' && !(target instanceof HTMLTextAreaElement)) event.preventDefault();
    },
    true,
  );
}
