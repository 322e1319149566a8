import google from 'simple-icons/icons/google.svg?raw';
import vk from 'simple-icons/icons/vk.svg?raw';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { BrandIcon } from '~/ui/brand-icon.tsx';
import { Button } from '~/ui/button.tsx';
import type { SocialProvider } from './account-calls.ts';
import styles from './sign-in.module.css';

export function SocialSignIn({ onChoose }: { onChoose(provider: SocialProvider): void }) {
  const { t } = useTranslation('sign-in');
  return (
    <div className={styles.others}>
      <p className={styles.or}>{t('or')}</p>
      <div className={styles.social}>
        <Button
          isWide
          icon={<BrandIcon svg={google} size={18} />}
          aria-label={t('with-google')}
          onClick={() => onChoose('google')}
        >
          Google
        </Button>
        <Button isWide icon={<BrandIcon svg={vk} size={20} />} aria-label={t('with-vk')} onClick={() => onChoose('vk')}>
          VK
        </Button>
      </div>
    </div>
  );
}
