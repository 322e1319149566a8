import { IconButton } from '@oyna/ui/icon-button';
import { X } from 'lucide-react';
import { use, useState } from 'react';
import { store } from '~/lib/browser-storage.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { NonceContext } from '~/lib/nonce-context.ts';
import styles from './demo-banner.module.css';

const STORAGE_KEY = 'demoBannerClosed';
const ID = 'demo-banner';
/** Runs before the first paint, so that a closed banner does not flash on each page. */
const HIDE_IF_CLOSED = `try{if(sessionStorage.${STORAGE_KEY})document.getElementById("${ID}").hidden=true}catch{}`;

/** Says that payments of the demo are simulated. Once closed, it stays closed for the session. */
export function DemoBanner({ sandboxUrl }: { sandboxUrl: string | undefined }) {
  const { t } = useTranslation();
  const nonce = use(NonceContext);
  const [isClosed, setClosed] = useState(false);
  if (isClosed) return null;
  const close = () => {
    store('sessionStorage', STORAGE_KEY, '1');
    setClosed(true);
  };
  return (
    <>
      <aside id={ID} className={styles.banner} aria-label={t('demo')} suppressHydrationWarning>
        <p>
          {t('demo-banner')} {sandboxUrl && <a href={sandboxUrl}>{t('demo-stand-ins')}</a>}
        </p>
        <IconButton label={t('close')} icon={<X size={18} />} onClick={close} />
      </aside>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant; the page's policy names its hash */}
      <script nonce={nonce} dangerouslySetInnerHTML={{ __html: HIDE_IF_CLOSED }} suppressHydrationWarning />
    </>
  );
}
