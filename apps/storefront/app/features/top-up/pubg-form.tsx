import type { TopUpOptions } from '@oyna/api-client/models';
import { cleanText, MAX_PUBG_ID_LENGTH, validatePubgTopUp, validatePubgUid } from '@oyna/domain/validation';
import { useCurrency } from '~/lib/currency/currency-context.tsx';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { AccountField } from './account-field.tsx';
import { FindLoginHelp, pubgPicture } from './find-login-help.tsx';
import { type Pack, PackCards } from './pack-cards.tsx';
import { QuotePanel } from './quote-panel.tsx';
import { RecentAccounts } from './recent-accounts.tsx';
import { faultText } from './top-up-faults.ts';
import { type FailureOf, TopUpForm } from './top-up-form.tsx';
import { likelyMethod, topUpMethods } from './top-up-methods.ts';
import { TopUpSection } from './top-up-section.tsx';
import { useCheckout } from './use-checkout.ts';
import { useDraft } from './use-draft.ts';
import { useOpenTopUp } from './use-open-top-up.ts';
import { useRecent } from './use-recent.ts';

interface PubgFormProps {
  options: Pick<TopUpOptions, 'methods'>;
  packs: readonly Pack[];
  /** The pack named in the address. */
  wanted: string | undefined;
  failureOf: FailureOf;
}

/** Player id, pack, payment method and price; then a confirmation and the redirect to the provider. */
export function PubgForm({ options, packs, wanted, failureOf }: PubgFormProps) {
  const { t } = useTranslation('top-up');
  const { active } = useCurrency();
  const methods = topUpMethods(options.methods);
  const [draft, change] = useDraft(
    'pubg',
    { account: '', productId: '', provider: '' },
    wanted === undefined ? {} : { productId: wanted },
  );
  const { recent, forget } = useRecent('pubg');
  const openTopUp = useOpenTopUp();

  const account = cleanText(draft.account);
  const chosen = methods.findIndex(({ provider }) => provider === draft.provider);
  const method = methods[chosen] ?? likelyMethod(methods, active?.name);
  const pack = packs.find(({ id }) => String(id) === draft.productId);
  const nameOf = (id: number) => packs.find((one) => one.id === id)?.name;

  const checkout = useCheckout({
    service: 'pubg',
    selection: pack && { id: pack.id, amount: 0 },
    method,
    account,
    checkedBy: packs[0]?.id,
    isAccountPossible: validatePubgUid(account) === undefined,
    validate() {
      const {
        uid,
        productId,
        method: missing,
      } = validatePubgTopUp(
        { uid: account, productId: draft.productId, method: chosen },
        packs.map(({ id }) => id),
        methods.length,
      );
      return {
        ...(uid && { account: uid }),
        ...(productId && { amount: productId }),
        ...(missing && { method: missing }),
      };
    },
    isGuest: draft.isGuest === true,
    onGuest: () => change({ isGuest: true }),
    onReturn: openTopUp.reload,
  });
  const { errors, check, quoting } = checkout;
  const errorText = (field: keyof typeof errors) => {
    const code = errors[field];
    return code && faultText(t, code);
  };
  return (
    <TopUpForm
      checkout={checkout}
      openTopUp={openTopUp}
      methods={methods}
      method={methods[chosen]?.provider}
      onMethod={(provider) => change({ provider })}
      account={{ label: t('pubg-id'), value: account }}
      credited={pack?.name ?? ''}
      limits=""
      failureOf={failureOf}
      panel={
        <QuotePanel
          quoting={quoting}
          missing={pack ? undefined : t('quote-needs-pack')}
          item={pack?.name}
          isMethodChosen={chosen >= 0}
          limits=""
          isBusy={checkout.isChecking}
          safe={t('fact-password')}
        />
      }
    >
      <TopUpSection title={t('pubg-account')}>
        <RecentAccounts
          recent={recent}
          noteOf={({ productId }) => nameOf(productId)}
          onChoose={(one) => {
            checkout.clear('account');
            checkout.clear('amount');
            change({
              account: one.account,
              ...(nameOf(one.productId) ? { productId: String(one.productId) } : {}),
            });
          }}
          onForget={forget}
        />
        <AccountField
          label={t('pubg-id')}
          placeholder={t('example', { value: '5123456789' })}
          inputMode="numeric"
          maxLength={MAX_PUBG_ID_LENGTH}
          value={draft.account}
          onChange={(value) => {
            checkout.clear('account');
            // Digits alone: what is pasted often has spaces in it.
            change({ account: value.replace(/\D/g, '') });
          }}
          about={t('pubg-id-about')}
          check={check}
          error={errorText('account') ?? (check.state === 'wrong' ? faultText(t, check.error) : undefined)}
        >
          <FindLoginHelp
            question={t('pubg-where')}
            picture={pubgPicture}
            steps={[t('pubg-step-1'), t('pubg-step-2'), t('pubg-step-3')]}
          />
        </AccountField>
      </TopUpSection>
      <TopUpSection title={t('pack')}>
        <PackCards
          packs={packs}
          chosen={pack?.id}
          onChoose={(id) => {
            checkout.clear('amount');
            change({ productId: String(id) });
          }}
          error={errorText('amount')}
        />
      </TopUpSection>
    </TopUpForm>
  );
}
