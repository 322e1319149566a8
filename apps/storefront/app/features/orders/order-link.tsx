import { claimTokenOf } from '@oyna/domain/claim-link';
import { Button, ButtonLink } from '@oyna/ui/button';
import { EmptyState } from '@oyna/ui/empty-state';
import { ErrorState } from '@oyna/ui/error-state';
import { LogIn, SearchX } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { useApi } from '~/lib/browser-api.ts';
import { failedCall, isMissing } from '~/lib/failed-call.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { useSignInPrompt } from '~/lib/sign-in-prompt.tsx';
import { OrderCodeForm } from './order-code-form.tsx';
import { ResultSkeleton } from './order-result.tsx';

type LinkState = { kind: 'asking' } | { kind: 'code' | 'sign-in' | 'unknown' } | { kind: 'failed'; failure: unknown };

/** Opens the order of a guest by its link. The token is behind the #, and is removed from the address and the history. */
export function OrderLink() {
  const { t } = useTranslation('orders');
  const { t: common } = useTranslation();
  const callApi = useApi();
  const navigate = useNavigate();
  const { ask } = useSignInPrompt();
  const [token, setToken] = useState<string>();
  const [state, setState] = useState<LinkState>({ kind: 'asking' });

  const show = (orderId: string) => void navigate(`/payment/result?order=${orderId}`, { replace: true });
  const open = async (tried: string | undefined) => {
    setState({ kind: 'asking' });
    if (tried === undefined) return setState({ kind: 'unknown' });
    try {
      const body = { token: tried };
      const answer = await callApi((api) => api.POST('/api/v1/order-link/open', { body }));
      if (answer.orderId !== null) show(answer.orderId);
      else setState({ kind: answer.state === 'sign-in' ? 'sign-in' : 'code' });
    } catch (failure) {
      setState(isMissing(failure) ? { kind: 'unknown' } : { kind: 'failed', failure });
    }
  };
  const begin = useEffectEvent(() => {
    const found = claimTokenOf(location.hash);
    history.replaceState(history.state, '', location.pathname);
    setToken(found);
    void open(found);
  });
  useEffect(() => begin(), []);

  if (state.kind === 'failed') {
    return <ErrorState title={t('failed-to-load')} onRetry={() => void open(token)} {...failedCall(state.failure)} />;
  }
  if (state.kind === 'unknown') {
    return (
      <EmptyState
        icon={<SearchX size={32} />}
        text={t('link-unknown')}
        action={
          <ButtonLink to="/support#contact-point" variant="primary">
            {t('contact-support')}
          </ButtonLink>
        }
      />
    );
  }
  if (state.kind === 'sign-in') {
    const signIn = () => ask(t('link-sign-in'), () => void navigate('/history'), { kind: 'open', path: '/history' });
    return (
      <EmptyState
        icon={<LogIn size={32} />}
        text={t('link-sign-in')}
        action={
          <Button variant="primary" onClick={signIn}>
            {common('sign-in')}
          </Button>
        }
      />
    );
  }
  if (state.kind === 'code' && token !== undefined) return <OrderCodeForm token={token} onOpened={show} />;
  return <ResultSkeleton />;
}
