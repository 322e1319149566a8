import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './find-login-help.module.css';

interface FindLoginHelpProps {
  question: string;
  picture: ReactNode;
  steps: readonly string[];
}

/** Explains where to find the login or the player id. */
export function FindLoginHelp({ question, picture, steps }: FindLoginHelpProps) {
  return (
    <details className={styles.help}>
      <summary className={styles.question}>
        {question}
        <ChevronDown size={18} aria-hidden="true" />
      </summary>
      <div className={styles.answer}>
        {picture}
        <ol className={styles.steps}>
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </div>
    </details>
  );
}

/** The Steam window with the menu that shows the login. */
export const steamPicture = (
  <svg viewBox="0 0 240 132" className={styles.picture} aria-hidden="true">
    <rect className={styles.window} x="1" y="1" width="238" height="130" rx="12" />
    <path className={styles.line} d="M1 28h238" />
    <rect className={styles.word} x="14" y="11" width="34" height="7" rx="3.5" />
    <rect className={styles.word} x="56" y="11" width="34" height="7" rx="3.5" />
    <rect className={styles.word} x="98" y="11" width="34" height="7" rx="3.5" />
    <rect className={styles.chosen} x="160" y="6" width="68" height="17" rx="6" />
    <rect className={styles.mark} x="168" y="11" width="42" height="7" rx="3.5" />
    <path className={styles.markLine} d="m216 12 3 4 3-4" />
    <rect className={styles.sheet} x="118" y="34" width="110" height="70" rx="8" />
    <rect className={styles.word} x="128" y="45" width="62" height="6" rx="3" />
    <rect className={styles.chosen} x="123" y="58" width="100" height="20" rx="6" />
    <text className={styles.login} x="130" y="72">
      gabe_2003
    </text>
    <rect className={styles.word} x="128" y="87" width="48" height="6" rx="3" />
    <rect className={styles.word} x="14" y="44" width="84" height="46" rx="8" />
    <rect className={styles.word} x="14" y="100" width="60" height="7" rx="3.5" />
  </svg>
);

/** A player card with the number below the name. */
export const pubgPicture = (
  <svg viewBox="0 0 240 132" className={styles.picture} aria-hidden="true">
    <rect className={styles.window} x="1" y="1" width="238" height="130" rx="12" />
    <circle className={styles.word} cx="44" cy="44" r="24" />
    <circle className={styles.sheet} cx="44" cy="38" r="8" />
    <path className={styles.sheet} d="M29 58a15 11 0 0 1 30 0z" />
    <rect className={styles.word} x="82" y="26" width="86" height="9" rx="4.5" />
    <rect className={styles.chosen} x="78" y="42" width="134" height="24" rx="7" />
    <text className={styles.login} x="88" y="58">
      ID: 5123456789
    </text>
    <path className={styles.line} d="M16 86h208" />
    <rect className={styles.word} x="16" y="98" width="60" height="20" rx="6" />
    <rect className={styles.word} x="84" y="98" width="60" height="20" rx="6" />
    <rect className={styles.word} x="152" y="98" width="60" height="20" rx="6" />
  </svg>
);
