import { History } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import styles from './recent-accounts.module.css';
import type { Recent } from './recent-top-ups.ts';

interface RecentAccountsProps {
  recent: readonly Recent[];
  /** What it got last, in words. */
  noteOf(recent: Recent): string | undefined;
  onChoose(recent: Recent): void;
  onForget: (() => void) | undefined;
}

/** Fills in an account that was topped up before. */
export function RecentAccounts({ recent, noteOf, onChoose, onForget }: RecentAccountsProps) {
  const { t } = useTranslation('top-up');
  const id = useId();
  if (recent.length === 0) return null;
  return (
    <div className={styles.recent}>
      <div className={styles.head}>
        <p id={id} className={styles.title}>
          {t('recent')}
        </p>
        {onForget && (
          <button type="button" className={styles.forget} onClick={onForget}>
            {t('recent-forget')}
          </button>
        )}
      </div>
      <ul className={styles.list} aria-labelledby={id}>
        {recent.map((one) => (
          <li key={one.account}>
            <button type="button" className={styles.one} onClick={() => onChoose(one)}>
              <History size={18} aria-hidden="true" />
              <span className={styles.words}>
                <span className={styles.account}>{one.name ?? one.account}</span>
                <span className={styles.note}>
                  {[one.name && one.account, noteOf(one)].filter(Boolean).join(' · ')}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
