import { tieDash } from '~/lib/tie-dash.ts';

/**
 * The only place that puts HTML into a page. It comes from the store's server, which cleans it when it is written and
 * again when it is answered.
 */
export function HtmlText({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
  return <div className="prose" dangerouslySetInnerHTML={{ __html: tieDash(html) }} />;
}
