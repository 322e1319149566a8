import { IconButton } from '@oyna/ui/icon-button';
import { Moon, Sun } from 'lucide-react';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { useTheme } from '~/lib/theme/theme-context.tsx';

export function ThemeButton() {
  const { t } = useTranslation();
  const { theme, setTheme } = useTheme();
  const isDark = theme === 'dark';
  return (
    <IconButton
      label={isDark ? t('light-theme') : t('dark-theme')}
      icon={isDark ? <Sun size={20} /> : <Moon size={20} />}
      onClick={() => setTheme(isDark ? 'light' : 'dark')}
      isSolid
    />
  );
}
