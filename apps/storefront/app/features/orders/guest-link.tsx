import { Button } from '@oyna/ui/button';
import { Link2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useApi } from '~/lib/browser-api.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { logFailure } from '~/lib/log.ts';
import { signOut } from '~/lib/session/sign-out.ts';
import { useIsMember } from '~/lib/session/use-session.ts';
import styles from './guest-link.module.css';
import { KeyCopy } from './key-copy.tsx';

/** A link is given out once, so it is kept as long as this page is open. */
const asked = new Map<string, Promise<string | undefined>>();

/** For an order that was bought without an account: the link that opens it elsewhere. */
export function GuestLink({ orderId }: { orderId: string }) {
  const { t } = useTranslation('orders');
  const callApi = useApi();
  const isGuest = useIsMember() === false;
  const [link, setLink] = useState<string>();
  useEffect(() => {
    if (!isGuest) return;
    let isWanted = true;
    const asking = asked.get(orderId) ?? askFor(orderId);
    asked.set(orderId, asking);
    void asking.then((found) => isWanted && setLink(found));
    return () => {
      isWanted = false;
    };

    async function askFor(id: string): Promise<string | undefined> {
      try {
        const params = { path: { orderId: id } };
        const answer = await callApi((api) => api.POST('/api/v1/user/orders/{orderId}/link', { params }));
        // It may have been shown before: the mail has another one.
        return answer.link === null ? undefined : new URL(answer.link, location.origin).href;
      } catch (error) {
        logFailure('the link to the order did not come', error);
        asked.delete(id);
        return undefined;
      }
    }
  }, [callApi, isGuest, orderId]);
  if (!isGuest) return null;
  return (
    <section className={styles.panel} aria-labelledby="guest-link" data-screen-only="">
      <h2 id="guest-link" className={styles.title}>
        <Link2 size={20} aria-hidden="true" />
        {t('guest-link-title')}
      </h2>
      <p>{t(link ? 'guest-link-text' : 'guest-link-mailed')}</p>
      {link && (
        <div className={styles.link}>
          <code>{link}</code>
          <KeyCopy text={link} hasFocus={false} />
        </div>
      )}
      <Button variant="quiet" onClick={signOut}>
        {t('guest-forget')}
      </Button>
    </section>
  );
}
