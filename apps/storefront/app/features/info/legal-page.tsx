import { Breadcrumb } from '@oyna/ui/breadcrumb';
import { Button } from '@oyna/ui/button';
import { TextLink } from '@oyna/ui/text-link';
import { Printer } from 'lucide-react';
import { type RefObject, useEffect, useId, useRef } from 'react';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import styles from './legal-page.module.css';
import type { LegalPageData } from './legal-page.server.ts';
import { LongText } from './long-text.tsx';

export function LegalPage({ page }: { page: LegalPageData }) {
  const { t } = useTranslation('legal');
  const article = useScrollIntoView();
  return (
    <>
      <Breadcrumb crumbs={page.crumbs} />
      <article ref={article} className={styles.article}>
        <header className={styles.head}>
          <h1>{page.title}</h1>
          <p className={styles.updated}>
            <time dateTime={page.updated}>{t('updated', { date: page.updatedText })}</time>
          </p>
        </header>
        <Contents page={page} />
        <LongText name={page.name} html={page.html} />
      </article>
    </>
  );
}

function Contents({ page: { name, sections } }: { page: LegalPageData }) {
  const { t } = useTranslation('legal');
  const { t: common } = useTranslation();
  const id = useId();
  const others = [
    { to: '/user-agreement', text: common('nav-user-agreement') },
    { to: '/policy', text: common('nav-policy') },
    { to: '/public-offer', text: common('nav-public-offer') },
    { to: '/platron-documentation', text: common('nav-payment-rules') },
  ].filter(({ to }) => to !== `/${name}`);
  return (
    <aside className={styles.side}>
      <nav aria-labelledby={id}>
        <h2 id={id} className={styles.label}>
          {t('contents')}
        </h2>
        <ol className={styles.contents}>
          {sections.map((section) => (
            <li key={section.id}>
              <a href={`#${section.id}`}>{section.title}</a>
            </li>
          ))}
        </ol>
      </nav>
      <div className={styles.more}>
        <h2 className={styles.label}>{t('other-documents')}</h2>
        <ul>
          {others.map(({ to, text }) => (
            <li key={to}>
              <TextLink to={to} isAlone>
                {text}
              </TextLink>
            </li>
          ))}
        </ul>
        <Button icon={<Printer size={18} aria-hidden="true" />} onClick={() => window.print()}>
          {t('print')}
        </Button>
      </div>
    </aside>
  );
}

/**
 * Scrolls smoothly to the start of the text (spec §2), unless the visitor returns to a scroll position or opened a section.
 * Under reduced motion it jumps.
 */
function useScrollIntoView(): RefObject<HTMLElement | null> {
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    if (window.scrollY > 0 || location.hash) return;
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    element.current?.scrollIntoView({ behavior: isStill ? 'instant' : 'smooth', block: 'start' });
  }, []);
  return element;
}
