import { TextLink } from '@oyna/ui/text-link';
import { VisuallyHidden } from '@oyna/ui/visually-hidden';
import { type ReactNode, useId } from 'react';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import styles from './home-section.module.css';

interface HomeSectionProps {
  kind: 'platforms' | 'affordable' | 'deals';
  title: string;
  action?: ReactNode;
  children: ReactNode;
}

/** A section that is not a row: its head looks like that of a row. */
export function HomeSection({ kind, title, action, children }: HomeSectionProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className={`${styles.section} ${styles[kind]}`}>
      <header className={styles.head}>
        <h2 id={titleId}>{title}</h2>
        {action}
      </header>
      <div className={styles.content}>{children}</div>
    </section>
  );
}

/** To the page with all games of a section. */
export function AllLink({ to, title }: { to: string | undefined; title: string }) {
  const { t } = useTranslation('home');
  if (!to) return null;
  return (
    <TextLink to={to} isAlone>
      {t('all')}
      <VisuallyHidden>: {title}</VisuallyHidden>
    </TextLink>
  );
}
