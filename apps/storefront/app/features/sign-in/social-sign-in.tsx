import { BrandIcon } from '@oyna/ui/brand-icon';
import { Button } from '@oyna/ui/button';
import google from 'simple-icons/icons/google.svg?raw';
import vk from 'simple-icons/icons/vk.svg?raw';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import type { SocialProvider } from './account-calls.ts';
import styles from './sign-in.module.css';

interface SocialSignInProps {
  /** Creates an account for a visitor who has none. */
  isRegistration?: boolean;
  onChoose(provider: SocialProvider): void;
}

export function SocialSignIn({ isRegistration = false, onChoose }: SocialSignInProps) {
  const { t } = useTranslation('sign-in');
  return (
    <div className={styles.others}>
      <p className={styles.or}>{t('or')}</p>
      <div className={styles.social}>
        <Button
          isWide
          icon={<BrandIcon svg={google} size={18} />}
          aria-label={t(isRegistration ? 'register-with-google' : 'with-google')}
          onClick={() => onChoose('google')}
        >
          Google
        </Button>
        <Button
          isWide
          icon={<BrandIcon svg={vk} size={20} />}
          aria-label={t(isRegistration ? 'register-with-vk' : 'with-vk')}
          onClick={() => onChoose('vk')}
        >
          VK
        </Button>
      </div>
    </div>
  );
}
