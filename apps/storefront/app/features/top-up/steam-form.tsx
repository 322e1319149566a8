import type { TopUpOptions } from '@oyna/api-client/models';
import { formatMoney } from '@oyna/domain/money-format';
import { CREDITED_CURRENCY, type TopUpCurrency } from '@oyna/domain/top-up';
import { cleanText, MAX_STEAM_LOGIN_LENGTH, validatePaymentMethod, validateSteamLogin } from '@oyna/domain/validation';
import { useCurrency } from '~/lib/currency/currency-context.tsx';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { AccountField } from './account-field.tsx';
import { AmountField } from './amount-field.tsx';
import { FindLoginHelp, steamPicture } from './find-login-help.tsx';
import { QuotePanel } from './quote-panel.tsx';
import { RecentAccounts } from './recent-accounts.tsx';
import type { Recent } from './recent-top-ups.ts';
import { amountIn, checkAmount, creditedAmount, enterableLimits } from './steam-amount.ts';
import { typedSum } from './top-up-draft.ts';
import { faultText } from './top-up-faults.ts';
import { type FailureOf, TopUpForm } from './top-up-form.tsx';
import { likelyMethod, topUpMethods } from './top-up-methods.ts';
import { TopUpSection } from './top-up-section.tsx';
import { useCheckout } from './use-checkout.ts';
import { useDraft } from './use-draft.ts';
import { useOpenTopUp } from './use-open-top-up.ts';
import { useRecent } from './use-recent.ts';

interface SteamFormProps {
  options: TopUpOptions;
  failureOf: FailureOf;
}

/** Login, amount, payment method and price; then a confirmation and the redirect to the provider. */
export function SteamForm({ options, failureOf }: SteamFormProps) {
  const { t, language } = useTranslation('top-up');
  const { list, active } = useCurrency();
  const { limits } = options.steam;
  const methods = topUpMethods(options.methods);
  const first: TopUpCurrency = active?.name === 'RUB' ? 'RUB' : 'KZT';
  const [draft, change] = useDraft('steam', {
    account: '',
    ...typedSum(String(limits.find(({ currency }) => currency === first)?.default ?? ''), first),
    provider: '',
  });
  const { recent, forget } = useRecent('steam');
  const openTopUp = useOpenTopUp();

  const account = cleanText(draft.account);
  const currency = currencyOf(draft.currency);
  const chosen = methods.findIndex(({ provider }) => provider === draft.provider);
  const method = methods[chosen] ?? likelyMethod(methods, currency);
  const bounds = method && enterableLimits(currency, CREDITED_CURRENCY[method.provider], limits, list);
  const amountFault = checkAmount(draft.amount, bounds);
  const amount =
    method && !amountFault
      ? creditedAmount({ amount: Number(draft.amount), currency }, CREDITED_CURRENCY[method.provider], limits, list)
      : undefined;
  const money = (sum: number) => formatMoney(sum * 100, currency, language) ?? '';
  const range = bounds && { min: money(bounds.min), max: money(bounds.max) };
  const limitsText = range ? t('limits', range) : '';

  const checkout = useCheckout({
    service: 'steam',
    selection: amount === undefined ? undefined : { id: options.steam.id, amount },
    method,
    account,
    checkedBy: options.steam.id,
    isAccountPossible: validateSteamLogin(account) === undefined,
    validate: () => ({
      ...(validateSteamLogin(account) && { account: 'steam-login-invalid' }),
      ...(amountFault && { amount: amountFault }),
      ...(validatePaymentMethod(chosen, methods.length) && { method: 'payment-method-invalid' }),
    }),
    isGuest: draft.isGuest === true,
    onGuest: () => change({ isGuest: true }),
    onReturn: openTopUp.reload,
  });
  const { errors, check, quoting } = checkout;
  const errorText = (field: keyof typeof errors) => {
    const code = errors[field];
    return code && faultText(t, code, limitsText);
  };
  // An invalid character is reported at once, a missing value when the form is sent.
  const hasStrangeSign = account !== '' && validateSteamLogin(account) !== undefined;
  const accountError =
    errorText('account') ??
    (hasStrangeSign ? faultText(t, 'steam-login-invalid') : undefined) ??
    (check.state === 'wrong' ? faultText(t, check.error) : undefined);

  const chooseRecent = (one: Recent) => {
    checkout.clear('account');
    checkout.clear('amount');
    change({
      account: one.account,
      ...(one.currency ? typedSum(String(one.amount), one.currency) : {}),
    });
  };
  return (
    <TopUpForm
      checkout={checkout}
      openTopUp={openTopUp}
      methods={methods}
      method={methods[chosen]?.provider}
      onMethod={(provider) => change({ provider })}
      account={{ label: t('steam-login'), value: account }}
      credited={`≈ ${money(Number(draft.amount))}`}
      limits={limitsText}
      failureOf={failureOf}
      panel={
        <QuotePanel
          quoting={quoting}
          missing={amount === undefined ? t('quote-needs-sum', { limits: limitsText }) : undefined}
          entered={currency}
          isMethodChosen={chosen >= 0}
          limits={limitsText}
          isBusy={checkout.isChecking}
          safe={t('fact-password')}
        />
      }
    >
      <TopUpSection title={t('steam-account')}>
        <RecentAccounts
          recent={recent}
          noteOf={(one) => (one.currency ? formatMoney(one.amount * 100, one.currency, language) : undefined)}
          onChoose={chooseRecent}
          onForget={forget}
        />
        <AccountField
          label={t('steam-login')}
          placeholder={t('example', { value: 'gabe_2003' })}
          maxLength={MAX_STEAM_LOGIN_LENGTH}
          value={draft.account}
          onChange={(value) => {
            checkout.clear('account');
            change({ account: value });
          }}
          about={t('steam-login-about')}
          check={check}
          error={accountError}
        >
          <FindLoginHelp
            question={t('steam-where')}
            picture={steamPicture}
            steps={[t('steam-step-1'), t('steam-step-2'), t('steam-step-3')]}
          />
        </AccountField>
      </TopUpSection>
      <TopUpSection title={t('sum')}>
        <AmountField
          amount={draft.amount}
          currency={currency}
          limits={limits}
          hint={range ? t('limits-hint', range) : ''}
          error={errorText('amount')}
          onAmount={(value) => {
            checkout.clear('amount');
            change({ amount: value, typedAmount: value, typedCurrency: currency });
          }}
          onCurrency={(next) => {
            checkout.clear('amount');
            const typed = { amount: draft.typedAmount, currency: currencyOf(draft.typedCurrency) };
            change({ currency: next, amount: amountIn(next, typed, list) });
          }}
        />
      </TopUpSection>
    </TopUpForm>
  );
}

const currencyOf = (text: string | undefined): TopUpCurrency => (text === 'RUB' ? 'RUB' : 'KZT');
