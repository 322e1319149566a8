import type { Alert, NewAlert } from '@oyna/api-client/models';
import { isThreshold } from '@oyna/domain/alerts';
import type { ListedCurrency } from '@oyna/domain/constants';
import type { Currency } from '@oyna/domain/money';
import { currencySymbol } from '@oyna/domain/money-format';
import { Button } from '@oyna/ui/button';
import { FormNotice } from '@oyna/ui/form-notice';
import { TextField } from '@oyna/ui/text-field';
import { useToast } from '@oyna/ui/toast';
import { type FormEvent, useState } from 'react';
import { usePrice } from '~/lib/currency/use-price.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import type { Means } from './alert-means.ts';
import { refusalKey } from './alert-refusals.ts';
import { priceIn, readThreshold, suggestThreshold, thresholdText } from './alert-threshold.ts';
import styles from './alerts.module.css';
import { ChannelChoice } from './channel-choice.tsx';
import { readPushSupport } from './push-browser.ts';
import { markPushAlert } from './push-renewal.ts';
import { useAlertActions } from './use-alert-actions.ts';

interface AlertSettingsProps {
  kind: Alert['kind'];
  offer: { id: number; name: string; price: number | undefined } | undefined;
  existing: Alert | undefined;
  means: Means;
  currency: Currency & { name: ListedCurrency };
  onDone(isOn: boolean): void;
}

export function AlertSettings({ kind, offer, existing, means, currency, onDone }: AlertSettingsProps) {
  const { t } = useTranslation('alerts');
  const formatPrice = usePrice();
  const toast = useToast();
  const { subscribe, save, stop } = useAlertActions();
  const price = offer?.price === undefined ? undefined : priceIn(offer.price, currency);
  const [sum, setSum] = useState(() => {
    const known = existing?.currency === currency.name ? existing.threshold : undefined;
    const wanted = known ?? (price === undefined ? undefined : suggestThreshold(price, currency.name));
    return wanted === undefined ? '' : thresholdText(wanted, currency.name);
  });
  const [push, setPush] = useState(readPushSupport);
  const [channels, setChannels] = useState<NewAlert['channels']>(
    existing?.channels ?? (means.canMail ? ['mail'] : means.pushKey && push === 'ready' ? ['push'] : []),
  );
  const [fault, setFault] = useState<string>();
  const [isSumWrong, setSumWrong] = useState(false);
  const [busy, setBusy] = useState<'save' | 'stop'>();

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    setFault(undefined);
    const threshold = kind === 'price-below' ? readThreshold(sum, currency.name) : undefined;
    const isWrong =
      kind === 'price-below' && (threshold === undefined || (price !== undefined && !isThreshold(threshold, price)));
    setSumWrong(isWrong);
    if (isWrong) return;
    if (channels.length === 0) return setFault(t('choose-channel'));
    setBusy('save');
    await turnOn(threshold);
    setBusy(undefined);
  }

  async function turnOn(threshold: number | undefined): Promise<void> {
    const pushKey = channels.includes('push') ? means.pushKey : null;
    const browser = pushKey ? await subscribe(pushKey) : 'done';
    if (browser === 'refused') {
      setPush(readPushSupport());
      setChannels(channels.filter((name) => name !== 'push'));
      return setFault(t('push-refused'));
    }
    if (browser !== 'done') return;
    try {
      const saved = await save({
        kind,
        currency: currency.name,
        channels,
        ...(offer ? { productId: offer.id } : {}),
        ...(threshold === undefined ? {} : { threshold }),
      });
      markPushAlert(saved);
      toast(t('saved'), 'success');
      onDone(true);
    } catch (error) {
      setFault(t(refusalKey(error)));
    }
  }

  async function turnOff(id: number): Promise<void> {
    if (busy) return;
    setBusy('stop');
    if (await stop(id)) {
      toast(t('stopped'), 'success');
      onDone(false);
    }
    setBusy(undefined);
  }

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <p className={styles.note}>{offer ? offer.name : t('discount-end-text')}</p>
      {kind === 'price-below' && (
        <TextField
          label={t('sum', { currency: currencySymbol(currency.name) })}
          name="sum"
          inputMode="decimal"
          autoComplete="off"
          value={sum}
          onChange={({ target }) => setSum(target.value)}
          hint={t('price-now', { price: formatPrice(offer?.price) })}
          error={isSumWrong ? t('sum-wrong', { price: formatPrice(offer?.price) }) : undefined}
        />
      )}
      <ChannelChoice channels={channels} onChange={setChannels} means={means} push={push} />
      <div>
        <FormNotice error={fault} />
        <Button type="submit" variant="primary" size="large" isWide isBusy={busy === 'save'}>
          {t(existing ? 'save' : 'turn-on')}
        </Button>
      </div>
      {existing && (
        <Button variant="quiet" isBusy={busy === 'stop'} onClick={() => void turnOff(existing.id)}>
          {t('stop')}
        </Button>
      )}
    </form>
  );
}
