import styles from './breadcrumb.module.css';
import { Link } from './link.tsx';
import { useUiTexts } from './ui-texts.tsx';

interface Crumb {
  text: string;
  /** The current page is last and has none. */
  to?: string;
}

export function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
  const t = useUiTexts();
  return (
    <nav aria-label={t('breadcrumb')}>
      <ol className={styles.list}>
        {crumbs.map(({ text, to }) => (
          <li key={text} className={styles.item}>
            {to ? (
              <Link to={to} className={styles.link}>
                {text}
              </Link>
            ) : (
              <span aria-current="page">{text}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
