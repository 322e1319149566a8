/**
 * A long text is sent once. A document has it in the markup, so it is left out of the data for hydration. A page that
 * is opened by navigation in the browser gets it with its data.
 */
export function withLongText<Page extends object>(
  page: Page,
  html: string,
  request: Request,
): Page & { html: string | undefined } {
  const isOpenedInPlace = new URL(request.url).pathname.endsWith('.data');
  return Object.defineProperty(page, 'html', { value: html, enumerable: isOpenedInPlace }) as Page & { html: string };
}
