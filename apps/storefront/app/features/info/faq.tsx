import { ChevronDown } from 'lucide-react';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import styles from './faq.module.css';

const QUESTIONS = [1, 2, 3, 4, 5, 6, 7] as const;

/** Native <details>: they open by keyboard, without script and by "find in page". */
export function Faq() {
  const { t } = useTranslation('support');
  const items = QUESTIONS.map((id) => ({ id, question: t(`question-${id}`), answer: t(`answer-${id}`) }));
  return (
    <section aria-labelledby="faq">
      <h2 id="faq" className={styles.title}>
        {t('faq')}
      </h2>
      <div className={styles.list}>
        {items.map(({ id, question, answer }) => (
          <details key={id} className={styles.item}>
            <summary>
              <h3>{question}</h3>
              <ChevronDown size={20} aria-hidden="true" />
            </summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
      <FaqJsonLd items={items} />
    </section>
  );
}

/** Not in `meta`, because the page would contain its data twice. */
function FaqJsonLd({ items }: { items: readonly { question: string; answer: string }[] }) {
  const json = JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: items.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  });
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own texts, and nothing in them can end the script
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json.replaceAll('<', '\\u003c') }} />;
}
