import type { ApiError } from '@oyna/api-client/api-error';
import type { Language } from '@oyna/domain/constants';
import { IconButton } from '@oyna/ui/icon-button';
import { Menu } from '@oyna/ui/menu';
import { useToast } from '@oyna/ui/toast';
import { CircleHelp, Languages, LogOut, Moon, Search, Sun, UserRound } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { callOnce } from '../lib/api.ts';
import { useErrorText } from '../lib/error-text.ts';
import { isReachable } from '../lib/route-modules.ts';
import { useSession } from '../lib/session.tsx';
import { LANGUAGE_CHOICES, storeLanguage, useLanguage, useTexts } from '../lib/texts.tsx';
import { useTheme } from '../lib/theme.tsx';
import { forgetUnsaved, hasUnsaved } from '../lib/use-unsaved.ts';
import styles from './shell.module.css';
import { LeaveDialog } from './unsaved-dialog.tsx';

export function Header({ onSearch, onHelp }: { onSearch(): void; onHelp(): void }) {
  const t = useTexts('common');
  const { theme, setTheme } = useTheme();
  const { language, setLanguage } = useLanguage();
  const { operator } = useSession();
  const navigate = useNavigate();
  const showToast = useToast();
  const errorText = useErrorText();
  const otherTheme = theme === 'dark' ? 'light' : 'dark';
  const [isLeaving, setLeaving] = useState(false);
  const chooseLanguage = (chosen: Language) =>
    setLanguage(chosen).catch(async () => {
      // Browsers remember a script that failed to load: only a new page can load it.
      if (hasUnsaved() || !(await isReachable())) return showToast(errorText('unavailable'), 'danger');
      storeLanguage(chosen);
      location.reload();
    });
  const signOut = async () => {
    setLeaving(false);
    const failure = await callOnce((api) => api.DELETE('/api/v1/session')).then(
      () => undefined,
      (error: ApiError) => error,
    );
    // Without an answer the session may still be there. One that has ended needs no sign-out.
    if (failure && failure.code !== 'not-authorized') return showToast(errorText(failure), 'danger');
    // Nothing of the operator's data stays in memory.
    forgetUnsaved();
    location.assign('/');
  };
  return (
    <header className={styles.header}>
      <button type="button" className={styles.search} onClick={onSearch} aria-keyshortcuts="Control+K Meta+K /">
        <Search size={16} />
        <span>{t('search')}</span>
        <kbd>Ctrl K</kbd>
      </button>
      <div className={styles.tools}>
        <span className={styles.wideOnly}>
          <IconButton label={t('keys')} icon={<CircleHelp size={18} />} onClick={onHelp} aria-keyshortcuts="?" />
        </span>
        <IconButton
          label={theme === 'dark' ? t('light-theme') : t('dark-theme')}
          icon={theme === 'dark' ? <Sun size={18} /> : <Moon size={18} />}
          onClick={() => setTheme(otherTheme)}
        />
        <Menu
          label={t('language')}
          button={<Languages size={18} />}
          items={LANGUAGE_CHOICES.map((choice) => ({
            id: choice.language,
            text: choice.name,
            isChosen: choice.language === language,
            onSelect: () => void chooseLanguage(choice.language),
          }))}
        />
        <Menu
          label={t('account', { name: operator.name })}
          button={<span className={styles.initials} data-initials={initialsOf(operator.name)} />}
          items={[
            {
              id: 'profile',
              text: operator.name,
              icon: <UserRound size={16} />,
              onSelect: () => void navigate('/profile'),
            },
            {
              id: 'out',
              text: t('sign-out'),
              icon: <LogOut size={16} />,
              // Asked before the session ends: afterwards nothing can be saved.
              onSelect: () => (hasUnsaved() ? setLeaving(true) : void signOut()),
            },
          ]}
        />
      </div>
      <LeaveDialog isOpen={isLeaving} onStay={() => setLeaving(false)} onLeave={() => void signOut()} />
    </header>
  );
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  return words
    .slice(0, 2)
    .map((word) => word[0]?.toUpperCase() ?? '')
    .join('');
}
