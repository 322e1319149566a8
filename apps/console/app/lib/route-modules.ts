/** The script of a screen is not loaded, because the store cannot be reached. */
export class ScreenUnreachable extends Error {}

const REACHABLE_MS = 5_000;

/** The script for which the page was loaded again. */
const RELOADED_KEY = 'reloaded-for';

/**
 * Loads the script of a screen. vite.config.ts puts it in the place of React Router's own, which loads the page again when a
 * script is missing: without a network that leaves an empty page.
 */
export async function loadRouteModule(
  { id, module }: { id: string; module: string },
  loaded: Record<string, object>,
): Promise<object> {
  const known = loaded[id];
  if (known) return known;
  try {
    const screen: object = await import(/* @vite-ignore */ module);
    loaded[id] = screen;
    return screen;
  } catch (error) {
    if (!(await isReachable())) throw new ScreenUnreachable();
    // A new version of the console has other scripts, and the new page names them. Once is enough.
    if (sessionStorage.getItem(RELOADED_KEY) === module) throw error;
    sessionStorage.setItem(RELOADED_KEY, module);
    location.reload();
    return new Promise(() => {});
  }
}

export const isReachable = (): Promise<boolean> =>
  fetch('/', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(REACHABLE_MS) }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Without a network the page stays as it is. Returns whether it is loaded again. */
export async function reloadWhenReachable(): Promise<boolean> {
  const isAnswered = await isReachable();
  if (isAnswered) location.reload();
  return isAnswered;
}
