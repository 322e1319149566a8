import { ButtonLink } from '@oyna/ui/button';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import styles from './about.module.css';

/** Spec §2: greeting, mission, history. */
export function AboutSections({ storeName }: { storeName: string }) {
  const { t } = useTranslation('about');
  const parts = [
    { id: 'mission', title: t('mission'), texts: [t('mission-1'), t('mission-2')] },
    { id: 'history', title: t('history'), texts: [t('history-1', { storeName }), t('history-2'), t('history-3')] },
  ];
  return (
    <>
      <section className={styles.greeting}>
        <h2>{t('greeting', { storeName })}</h2>
        <div className={styles.texts}>
          <p>{t('greeting-1', { storeName })}</p>
          <p>{t('greeting-2')}</p>
        </div>
        <div className={styles.actions}>
          <ButtonLink to="/catalog" variant="primary">
            {t('to-catalog')}
          </ButtonLink>
          <ButtonLink to="/guarantee">{t('to-guarantee')}</ButtonLink>
        </div>
      </section>
      <div className={styles.parts}>
        {parts.map(({ id, title, texts }) => (
          <section key={id} className="prose">
            <h2>{title}</h2>
            {texts.map((text) => (
              <p key={text}>{text}</p>
            ))}
          </section>
        ))}
      </div>
    </>
  );
}
