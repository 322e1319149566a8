import { Breadcrumb } from '@oyna/ui/breadcrumb';
import type { ReactNode } from 'react';
import { Picture } from '~/components/picture.tsx';
import type { Crumb } from '~/lib/described-page.ts';
import styles from './news.module.css';
import type { NewsCard } from './news-list.tsx';

interface NewsArticleProps {
  news: NewsCard;
  /** What the picture shows. */
  alt: string;
  crumbs: readonly Crumb[];
  body: ReactNode;
  others: ReactNode;
}

export function NewsArticle({ news, alt, crumbs, body, others }: NewsArticleProps) {
  return (
    <>
      <Breadcrumb crumbs={crumbs} />
      <article className={styles.article}>
        <header className={styles.head}>
          <time dateTime={news.publishedOn} className={styles.date}>
            {news.dateText}
          </time>
          <h1>{news.title}</h1>
        </header>
        <div className={styles.picture}>
          <Picture
            address={news.picture}
            variant="frame"
            sizes="(min-width: 800px) 760px, 100vw"
            alt={alt}
            isPriority
          />
        </div>
        <p className={styles.lead}>{news.summary}</p>
        {body}
      </article>
      {others && <section className={styles.others}>{others}</section>}
    </>
  );
}
