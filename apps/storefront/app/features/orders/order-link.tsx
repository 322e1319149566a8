import { Button, ButtonLink } from '@oyna/ui/button';
import { EmptyState } from '@oyna/ui/empty-state';
import { ErrorState } from '@oyna/ui/error-state';
import { LogIn, SearchX } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useApi } from '~/lib/browser-api.ts';
import { failedCall, isMissing } from '~/lib/failed-call.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { useSignInPrompt } from '~/lib/sign-in-prompt.tsx';
import { findLink, forgetLink, keepLink, type OpenedLink } from './opened-link.ts';
import { OrderCodeForm } from './order-code-form.tsx';
import { ResultSkeleton } from './result-skeleton.tsx';

type LinkState = { kind: 'asking' } | { kind: 'code' | 'sign-in' | 'unknown' } | { kind: 'failed'; failure: unknown };

/** Opens the order of a guest by its link. The token is behind the #, and is removed from the address and the history. */
export function OrderLink() {
  const { t } = useTranslation('orders');
  const { t: common } = useTranslation();
  const callApi = useApi();
  const navigate = useNavigate();
  const { ask } = useSignInPrompt();
  const [link, setLink] = useState<OpenedLink>();
  const [state, setState] = useState<LinkState>({ kind: 'asking' });
  const asked = useRef<OpenedLink>(undefined);

  const show = (orderId: string) => {
    forgetLink();
    void navigate(`/payment/result?order=${orderId}`, { replace: true });
  };
  const refuse = () => {
    forgetLink();
    setState({ kind: 'unknown' });
  };
  const open = async (tried: OpenedLink | undefined) => {
    setState({ kind: 'asking' });
    asked.current = tried;
    // The late answer about another link says nothing about this one.
    const isLast = () => asked.current === tried;
    if (!tried) return refuse();
    keepLink(tried);
    try {
      const body = { token: tried.token };
      const answer = await callApi((api) => api.POST('/api/v1/order-link/open', { body }));
      if (!isLast()) return;
      if (answer.orderId !== null) show(answer.orderId);
      else setState({ kind: answer.state === 'sign-in' ? 'sign-in' : 'code' });
    } catch (failure) {
      if (!isLast()) return;
      if (isMissing(failure)) refuse();
      else setState({ kind: 'failed', failure });
    }
  };
  const begin = useEffectEvent(() => {
    const found = findLink(location.hash);
    history.replaceState(history.state, '', location.pathname);
    setLink(found);
    void open(found);
  });
  useEffect(() => {
    begin();
    // The link was entered into the address of this page.
    window.addEventListener('hashchange', begin);
    return () => window.removeEventListener('hashchange', begin);
  }, []);

  if (state.kind === 'failed') {
    return <ErrorState title={t('failed-to-load')} onRetry={() => void open(link)} {...failedCall(state.failure)} />;
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
  if (state.kind === 'code' && link) return <OrderCodeForm key={link.token} link={link} onOpened={show} />;
  return <ResultSkeleton />;
}
