import { Breadcrumb } from '@oyna/ui/breadcrumb';
import type { ReactNode } from 'react';
import type { Crumb } from '~/lib/described-page.ts';
import styles from './info-page.module.css';

interface InfoPageProps {
  crumbs: readonly Crumb[];
  title: string;
  /** One or two sentences under the title. */
  lead?: string;
  children: ReactNode;
}

/** The frame of the pages about the store. */
export function InfoPage({ crumbs, title, lead, children }: InfoPageProps) {
  return (
    <div className={styles.page}>
      <div>
        <Breadcrumb crumbs={crumbs} />
        <h1 className={styles.title}>{title}</h1>
        {lead && <p className={styles.lead}>{lead}</p>}
      </div>
      {children}
    </div>
  );
}
