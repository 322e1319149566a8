import type { TopUpOptions } from '@oyna/api-client/models';
import { cleanText, validatePubgTopUp, validatePubgUid } from '@oyna/domain/validation';
import type { ReactNode } from 'react';
import { useCurrency } from '~/lib/currency/currency-context.tsx';
import type { CallFault } from '~/lib/forms/call-fault.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { useIsSignedIn } from '~/lib/session/use-session.ts';
import { AccountField } from './account-field.tsx';
import { LastLook } from './last-look.tsx';
import { MethodChoice } from './method-choice.tsx';
import { type Pack, PackCards } from './pack-cards.tsx';
import { QuotePanel } from './quote-panel.tsx';
import { RecentAccounts } from './recent-accounts.tsx';
import { RunningTopUp } from './running-top-up.tsx';
import { faultText } from './top-up-faults.ts';
import styles from './top-up-form.module.css';
import { likelyMethod, topUpMethods } from './top-up-methods.ts';
import { TopUpSection } from './top-up-section.tsx';
import { useBegun } from './use-begun.ts';
import { useCheckout } from './use-checkout.ts';
import { useDraft } from './use-draft.ts';
import { useRecent } from './use-recent.ts';
import { pubgPicture, WhereIsIt } from './where-is-it.tsx';

interface PubgFormProps {
  options: Pick<TopUpOptions, 'methods'>;
  packs: readonly Pack[];
  /** The pack that the address asks for. */
  wanted: string | undefined;
  /** The dialog `not-payed` belongs to another feature, so the page brings it. */
  failureOf(fault: CallFault | undefined, text: string | undefined, onClose: () => void): ReactNode;
}

const MAX_ID_LENGTH = 20;

/** Player id, pack, method; the price beside them; the last look; the way to the provider. */
export function PubgForm({ options, packs, wanted, failureOf }: PubgFormProps) {
  const { t } = useTranslation('top-up');
  const { active } = useCurrency();
  const isSignedIn = useIsSignedIn();
  const methods = topUpMethods(options.methods);
  const [draft, change] = useDraft(
    'pubg',
    { account: '', productId: '', provider: '' },
    wanted === undefined ? {} : { productId: wanted },
  );
  const { recent, forget } = useRecent('pubg');
  const { begun, look: lookForBegun, dismiss: dismissBegun } = useBegun();

  const account = cleanText(draft.account);
  const chosen = methods.findIndex(({ provider }) => provider === draft.provider);
  const method = methods[chosen] ?? likelyMethod(methods, active?.name);
  const pack = packs.find(({ id }) => String(id) === draft.productId);
  const nameOf = (id: number) => packs.find((one) => one.id === id)?.name;

  const checkout = useCheckout({
    service: 'pubg',
    wish: pack && { id: pack.id, amount: 0 },
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
    onReturn: lookForBegun,
  });
  const { errors, check, quoting } = checkout;
  const errorText = (field: keyof typeof errors) => {
    const code = errors[field];
    return code && faultText(t, code);
  };
  return (
    <>
      {begun && <RunningTopUp topUp={begun} onDismiss={dismissBegun} />}
      <form
        ref={checkout.form}
        method="post"
        noValidate
        className={styles.columns}
        onSubmit={(event) => {
          event.preventDefault();
          checkout.submit();
        }}
      >
        <div className={styles.main}>
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
              placeholder="5123456789"
              inputMode="numeric"
              maxLength={MAX_ID_LENGTH}
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
              <WhereIsIt
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
          <TopUpSection title={t('method')}>
            <MethodChoice
              methods={methods}
              chosen={methods[chosen]?.provider}
              onChoose={(provider) => {
                checkout.clear('method');
                change({ provider });
              }}
              error={errorText('method')}
            />
          </TopUpSection>
        </div>
        <QuotePanel
          quoting={quoting}
          missing={pack ? undefined : t('quote-needs-pack')}
          item={pack?.name}
          limits=""
          isBusy={checkout.isChecking}
          safe={t('fact-password')}
        />
      </form>
      <LastLook
        look={checkout.look}
        accountLabel={t('pubg-id')}
        account={account}
        check={check}
        credited={pack?.name ?? ''}
        quoting={quoting}
        hasEmail={isSignedIn === false}
      />
      {failureOf(checkout.fault, checkout.fault && faultText(t, checkout.fault.error), checkout.dismiss)}
    </>
  );
}
