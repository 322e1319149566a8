import { CircleAlert, CircleCheck } from 'lucide-react';
import { cx } from './class-names.ts';
import styles from './form-notice.module.css';
import { useUiTexts } from './ui-texts.tsx';

interface FormNoticeProps {
  error: string | undefined;
  success?: string | undefined;
  /** For support. */
  requestId?: string | undefined;
}

/** The result of a whole form. Always rendered: screen readers do not announce a live region that appears with its text. */
export function FormNotice({ error, success, requestId }: FormNoticeProps) {
  const t = useUiTexts();
  const text = error ?? success;
  const Icon = error ? CircleAlert : CircleCheck;
  return (
    <div role="status">
      {text && (
        <div className={cx(styles.notice, error && styles.wrong)}>
          <Icon size={20} aria-hidden="true" />
          <div>
            <p>{text}</p>
            {error && requestId && (
              <p className={styles.id}>
                {t('request-id')}: {requestId}
              </p>
            )}
          </div>
        </div>
      )}
    </div>
  );
}
