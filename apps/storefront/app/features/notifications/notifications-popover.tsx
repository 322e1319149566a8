import { IconButton } from '@oyna/ui/icon-button';
import { TextLink } from '@oyna/ui/text-link';
import { Bell } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { NotificationList } from './notification-list.tsx';
import styles from './notifications.module.css';
import { useNotifications } from './use-notifications.ts';

/** The bell of a wide header. A dot marks unread notifications; a click opens the list. */
export function NotificationsPopover() {
  const { t } = useTranslation('notifications');
  const { unreadCount, reload } = useNotifications();
  const [isOpen, setOpen] = useState(false);
  const container = useRef<HTMLDivElement>(null);
  const panelId = useId();
  const titleId = useId();

  useEffect(() => {
    if (!isOpen) return;
    container.current?.querySelector<HTMLElement>('[role="dialog"]')?.focus();
    const onElsewhere = ({ target }: Event) => {
      if (!container.current?.contains(target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', onElsewhere);
    document.addEventListener('focusin', onElsewhere);
    return () => {
      document.removeEventListener('pointerdown', onElsewhere);
      document.removeEventListener('focusin', onElsewhere);
    };
  }, [isOpen]);

  const toggle = () => {
    if (!isOpen) reload();
    setOpen(!isOpen);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return;
    setOpen(false);
    container.current?.querySelector('button')?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape is for the button and the panel inside
    <div ref={container} className={styles.bell} onKeyDown={onKeyDown}>
      <IconButton
        label={unreadCount > 0 ? t('bell-unread', { count: unreadCount }) : t('title')}
        icon={
          <>
            <Bell size={22} />
            {unreadCount > 0 && <span className={styles.dot} />}
          </>
        }
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        onClick={toggle}
      />
      {isOpen && (
        <div role="dialog" id={panelId} aria-labelledby={titleId} tabIndex={-1} className={styles.panel}>
          <header className={styles.head}>
            <h2 id={titleId}>{t('title')}</h2>
            <TextLink to="/notifications" isAlone onClick={() => setOpen(false)}>
              {t('all')}
            </TextLink>
          </header>
          <div className={styles.scroll}>
            <NotificationList onFollow={() => setOpen(false)} />
          </div>
        </div>
      )}
    </div>
  );
}
