import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useTexts } from '../lib/texts.tsx';
import styles from './page.module.css';

interface PageProps {
  title: string;
  /** Beside the title: a status, a count. */
  note?: ReactNode;
  actions?: ReactNode;
  /** The list that a detail page belongs to. */
  back?: { to: string; text: string };
  /** Beside the content on wide screens, below it on phones. */
  aside?: ReactNode;
  children: ReactNode;
}

/** The frame of a screen: title of page and window, actions, content, and a side panel where there is one. */
export function Page({ title, note, actions, back, aside, children }: PageProps) {
  const t = useTexts('common');
  return (
    <div className={styles.page}>
      <title>{`${title} · ${t('console')}`}</title>
      <header className={styles.head}>
        {back && (
          <Link to={back.to} className={styles.back}>
            <ArrowLeft size={16} />
            {back.text}
          </Link>
        )}
        <div className={styles.titleRow}>
          <h1 tabIndex={-1}>{title}</h1>
          {note}
          {actions && <div className={styles.actions}>{actions}</div>}
        </div>
      </header>
      {aside ? (
        <div className={styles.columns}>
          <div className={styles.main}>{children}</div>
          <aside className={styles.aside}>{aside}</aside>
        </div>
      ) : (
        children
      )}
    </div>
  );
}

interface SectionProps {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}

/** A titled part of a detail page or of its side panel. */
export function Section({ title, actions, children }: SectionProps) {
  return (
    <section className={styles.section}>
      <header className={styles.sectionHead}>
        <h2>{title}</h2>
        {actions}
      </header>
      {children}
    </section>
  );
}

/** Names and values of a detail page. A fact without a value is left out. */
export function Facts({ facts }: { facts: readonly { name: string; value: ReactNode }[] }) {
  return (
    <dl className={styles.facts}>
      {facts
        .filter(({ value }) => value !== undefined && value !== null && value !== '' && value !== false)
        .map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
