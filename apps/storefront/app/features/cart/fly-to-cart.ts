const FLIGHT = { duration: 360, easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)' };
/** The count is animated while the cover arrives. */
const ANSWER = { duration: 180, delay: 220, easing: 'ease-out' };

function isSeen(element: Element): boolean {
  const { width, top, bottom } = element.getBoundingClientRect();
  return width > 0 && bottom > 0 && top < innerHeight && getComputedStyle(element).visibility === 'visible';
}

/**
 * The cover of the product moves into the link to the cart, and the count is animated. It is decoration only: the
 * item is in the cart before, and without a cover or a visible link nothing moves.
 */
export function flyToCart(): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const goal = [...document.querySelectorAll('a[href$="/cart"]')].find(isSeen);
  if (!goal) return;
  (goal.querySelector('[data-count]') ?? goal).animate([{ transform: 'scale(1.4)' }, { transform: 'none' }], ANSWER);
  const cover = [...document.querySelectorAll<HTMLImageElement>('[data-cover] img')].find(isSeen);
  if (!cover?.currentSrc) return;
  const from = cover.getBoundingClientRect();
  const to = goal.getBoundingClientRect();
  const copy = new Image();
  copy.src = cover.currentSrc;
  copy.alt = '';
  Object.assign(copy.style, {
    position: 'fixed',
    zIndex: '50',
    left: `${from.left}px`,
    top: `${from.top}px`,
    width: `${from.width}px`,
    height: `${from.height}px`,
    borderRadius: '14px',
    objectFit: 'cover',
    pointerEvents: 'none',
  });
  document.body.append(copy);
  const right = to.left + to.width / 2 - from.left - from.width / 2;
  const down = to.top + to.height / 2 - from.top - from.height / 2;
  const flight = copy.animate(
    [
      { transform: 'none', opacity: 0.95 },
      { transform: `translate(${right}px, ${down}px) scale(${24 / from.width})`, opacity: 0.2 },
    ],
    FLIGHT,
  );
  const remove = () => copy.remove();
  flight.finished.then(remove, remove);
}
