import { LANGUAGE_TAGS, LANGUAGES } from '@oyna/domain/constants';
import { ContactForm } from '~/features/info/contact-form.tsx';
import { ContactList, ContactSection } from '~/features/info/contacts.tsx';
import { describeInfo } from '~/features/info/describe-info.ts';
import { Faq } from '~/features/info/faq.tsx';
import { InfoPage } from '~/features/info/info-page.tsx';
import { pageMeta } from '~/lib/described-page.ts';
import type { RouteTexts } from '~/lib/i18n/namespaces.ts';
import { preloadTexts } from '~/lib/i18n/preload-texts.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { openPage } from '~/lib/page.server.ts';
import type { Route } from './+types/support';

export const handle = { texts: preloadTexts('support') } satisfies RouteTexts;

export function loader(args: Route.LoaderArgs) {
  const tools = openPage(args);
  const { storeName, contacts } = tools.services;
  const { supportEmail, partnersEmail, city, address } = contacts;
  const title = tools.texts('support')('title');
  const described = describeInfo(tools, {
    path: '/support',
    title,
    description: tools.texts('info-meta')('description-support', { storeName }),
    trail: [{ text: title }],
  });
  return { ...described, contacts: { supportEmail, partnersEmail, city, address } };
}

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) return [];
  const { seo, contacts } = loaderData;
  const availableLanguage = LANGUAGES.map((language) => LANGUAGE_TAGS[language]);
  const point = (contactType: string, email: string) => ({
    '@type': 'ContactPoint',
    contactType,
    email,
    availableLanguage,
  });
  const organization = {
    '@type': 'Organization',
    name: seo.storeName,
    url: `${seo.publicUrl}/`,
    contactPoint: [point('customer support', contacts.supportEmail), point('sales', contacts.partnersEmail)],
  };
  return pageMeta(loaderData, [organization]);
};

export default function Support({ loaderData: { crumbs, contacts } }: Route.ComponentProps) {
  const { t } = useTranslation('support');
  return (
    <InfoPage crumbs={crumbs} title={t('title')} lead={t('lead')}>
      <Faq />
      <ContactSection>
        <ContactList contacts={contacts} />
        <ContactForm />
      </ContactSection>
    </InfoPage>
  );
}
