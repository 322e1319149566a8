import { HtmlText } from '~/components/html-text.tsx';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import styles from './instructions.module.css';
import type { Instruction } from './offer.ts';

/** One text for all offers has no heading; several are labelled by platform. */
export function Instructions({ instructions }: { instructions: readonly Instruction[] }) {
  const { t } = useTranslation('product');
  if (instructions.length === 0) return <p className={styles.none}>{t('no-instruction')}</p>;
  return (
    <div className={styles.list}>
      {instructions.map(({ platforms, html }) => (
        <section key={html}>
          {instructions.length > 1 && <h3 className={styles.platform}>{platforms.join(', ')}</h3>}
          <HtmlText html={html} />
        </section>
      ))}
    </div>
  );
}
