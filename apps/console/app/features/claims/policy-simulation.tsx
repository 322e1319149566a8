import type { ConsoleSchemas } from '@oyna/api-client/console-client';
import { TextLink } from '@oyna/ui/text-link';
import { Money, useMoneyText } from '../../components/money.tsx';
import { Section } from '../../components/page.tsx';
import { StatusLabel } from '../../components/status-label.tsx';
import { useTexts } from '../../lib/texts.tsx';
import styles from './policy-editor.module.css';

type Simulation = ConsoleSchemas['ReplacementSimulation'];

/** What the settings would have done with the claims of the last days, beside the settings in force. */
export function PolicySimulation({ result }: { result: Simulation }) {
  const t = useTexts('claims');
  const { claims, days, changes, changed, approximated } = result;
  return (
    <Section title={t('simulation', { days })}>
      {claims === 0 ? (
        <p>{t('simulation-empty')}</p>
      ) : (
        <>
          <div className={styles.totals}>
            <Total name={t('in-force')} outcome={result.current} claims={claims} />
            <Total name={t('proposed')} outcome={result.proposed} claims={claims} />
          </div>
          <p>{changed === 0 ? t('changes-none') : t('changes', { count: changed })}</p>
          <ul className={styles.changes}>
            {changes.map(({ keyId, productName, orderNumber, price, to }) => (
              <li key={keyId}>
                <TextLink to={`/claims/${keyId}`}>{productName}</TextLink>
                <span>{orderNumber}</span>
                <Money amount={price} currency="USD" />
                <StatusLabel tone={to.action === 'replace' ? 'success' : 'warning'}>
                  {to.action === 'replace' ? t('becomes-replaced') : t('becomes-waiting')}
                </StatusLabel>
                {to.action === 'wait' && <span>{t(`wait-${to.reason}`)}</span>}
              </li>
            ))}
          </ul>
          <p className={styles.note}>
            {t('simulation-note')} {approximated > 0 && t('approximated', { count: approximated })}
          </p>
        </>
      )}
    </Section>
  );
}

function Total({ name, outcome, claims }: { name: string; outcome: Simulation['current']; claims: number }) {
  const t = useTexts('claims');
  const moneyText = useMoneyText();
  return (
    <div className={styles.total}>
      <span>{name}</span>
      <strong>{t('replaced-of', { replaced: outcome.replaced, claims })}</strong>
      <span>
        {t('simulated-cost', { price: moneyText(outcome.price, 'USD'), cost: moneyText(outcome.cost, 'USD') })}
      </span>
    </div>
  );
}
