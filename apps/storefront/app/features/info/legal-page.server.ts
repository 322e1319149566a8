import type { LoaderFunctionArgs } from 'react-router';
import { dayText } from '~/lib/day-text.server.ts';
import { openPage, type PageTools } from '~/lib/page.server.ts';
import { describeInfo } from './describe-info.ts';
import { readLegalDocument } from './legal-markdown.ts';
import { withLongText } from './long-text.server.ts';

/** The path of the page is the name of its file. */
export type LegalName = 'user-agreement' | 'policy' | 'public-offer' | 'platron-documentation';

const files = import.meta.glob<string>('./documents/*/*.md', { eager: true, query: '?raw', import: 'default' });

export function loadLegalPage(args: LoaderFunctionArgs, name: LegalName) {
  const tools = openPage(args);
  const { language } = tools;
  const text = files[`./documents/${language}/${name}.md`] ?? '';
  const { title, updated, sections, html } = readLegalDocument(text, valuesOf(tools));
  const described = describeInfo(tools, {
    path: `/${name}`,
    title,
    description: tools.texts('info-meta')(`description-${name}`, { storeName: tools.services.storeName }),
    trail: [{ text: title }],
  });
  const page = { ...described, name, title, updated, updatedText: dayText(updated, language), sections };
  return withLongText(page, html, args.request);
}

export type LegalPageData = ReturnType<typeof loadLegalPage>;

/** What only the operator knows comes from the configuration; without it the text says how to ask. */
function valuesOf({ services, texts }: PageTools) {
  const { storeName, publicUrl } = services;
  const { supportEmail, partnersEmail, seller } = services.contacts;
  return {
    storeName,
    publicUrl,
    supportEmail,
    partnersEmail,
    seller: seller ?? texts('legal')('seller-unnamed', { supportEmail }),
  };
}
