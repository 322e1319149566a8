import { Link } from '@oyna/ui/link';
import { Picture } from '~/components/picture.tsx';
import styles from './news.module.css';

export interface NewsCard {
  id: number;
  title: string;
  summary: string;
  /** YYYY-MM-DD */
  publishedOn: string;
  dateText: string;
  picture: string;
}

interface NewsListProps {
  news: readonly NewsCard[];
  /** What the titles of the cards are below. */
  heading: 'h2' | 'h3';
}

export function NewsList({ news, heading: Heading }: NewsListProps) {
  return (
    <ul className={styles.list}>
      {news.map(({ id, title, summary, publishedOn, dateText, picture }, index) => (
        <li key={id}>
          <Link to={newsPath(id)} className={styles.card}>
            <Picture
              address={picture}
              variant="frame"
              sizes="(min-width: 1024px) 400px, (min-width: 600px) 50vw, 100vw"
              alt=""
              isPriority={Heading === 'h2' && index === 0}
            />
            <div className={styles.text}>
              <time dateTime={publishedOn} className={styles.date}>
                {dateText}
              </time>
              <Heading className={styles.title}>{title}</Heading>
              <p>{summary}</p>
            </div>
          </Link>
        </li>
      ))}
    </ul>
  );
}

export function newsPath(id: number): string {
  return `/news-info?id=${id}`;
}
