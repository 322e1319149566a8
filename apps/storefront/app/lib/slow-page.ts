/** Faster pages show no skeleton (design: after 300 ms). */
const PATIENCE_MS = 300;

/** A page that is still loading; its skeleton is shown instead. */
export interface SlowPage<Page> {
  pending: Promise<Page>;
}

/**
 * For a page's clientLoader. The old page stays until the new one is there or time is up; then the new page opens as
 * its skeleton. Where the address stays (a retry, another language) and on the way back, the old page stays in any case:
 * it is better than a skeleton, and the place it was scrolled to can be found again.
 */
export async function orSkeleton<Page>(request: Request, load: () => Promise<Page>): Promise<Page | SlowPage<Page>> {
  const page = load();
  if (new URL(request.url).pathname === location.pathname) return page;
  // The component that uses it shows the failure.
  page.catch(() => {});
  return Promise.race([
    page,
    new Promise<SlowPage<Page>>((give) => setTimeout(() => give({ pending: page }), PATIENCE_MS)),
  ]);
}
