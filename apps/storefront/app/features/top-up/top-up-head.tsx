import { BrandIcon } from '@oyna/ui/brand-icon';
import styles from './top-up-head.module.css';

interface TopUpHeadProps {
  /** The text of a simple-icons file. */
  sign: string;
  title: string;
  text: string;
}

/** What is topped up here, in one sentence. */
export function TopUpHead({ sign, title, text }: TopUpHeadProps) {
  return (
    <header className={styles.head}>
      <span className={styles.sign}>
        <BrandIcon svg={sign} size={30} />
      </span>
      <div className={styles.words}>
        <h1>{title}</h1>
        <p>{text}</p>
      </div>
    </header>
  );
}
