/**
 * A long text travels once. In a document it is in the markup already, so it stays out of the data that the page wakes
 * up with; a page that is opened in place gets it with its data.
 */
export function withLongText<Page extends object>(
  page: Page,
  html: string,
  request: Request,
): Page & { html: string | undefined } {
  const isOpenedInPlace = new URL(request.url).pathname.endsWith('.data');
  return Object.defineProperty(page, 'html', { value: html, enumerable: isOpenedInPlace }) as Page & { html: string };
}
