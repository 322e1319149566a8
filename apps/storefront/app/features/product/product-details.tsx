import { TextLink } from '@oyna/ui/text-link';
import { Fragment } from 'react';
import styles from './product-details.module.css';

export interface DetailRow {
  name: string;
  value?: string;
  links?: { text: string; to: string }[];
}

/** A heading with rows, or with rows in several columns. Empty ones are not made. */
export interface DetailGroup {
  title: string;
  rows?: DetailRow[];
  columns?: { title: string; rows: DetailRow[] }[];
  note?: string | undefined;
}

/** What is known about the game, group by group. */
export function ProductDetails({ groups }: { groups: readonly DetailGroup[] }) {
  return groups.map(({ title, rows, columns, note }) => (
    <section key={title} className={styles.group}>
      <h2>{title}</h2>
      {rows && <Rows rows={rows} />}
      {columns && (
        <div className={styles.columns}>
          {columns.map((column) => (
            <div key={column.title} className={styles.column}>
              <h3>{column.title}</h3>
              <Rows rows={column.rows} />
            </div>
          ))}
        </div>
      )}
      {note && <p className={styles.note}>{note}</p>}
    </section>
  ));
}

function Rows({ rows }: { rows: readonly DetailRow[] }) {
  return (
    <dl className={styles.rows}>
      {rows.map(({ name, value, links }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {value}
            {links?.map(({ text, to }, index) => (
              <Fragment key={to}>
                {index > 0 && ', '}
                <TextLink to={to}>{text}</TextLink>
              </Fragment>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
