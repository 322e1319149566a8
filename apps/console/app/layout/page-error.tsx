import { ErrorState } from '@oyna/ui/error-state';
import { UiTextsProvider } from '@oyna/ui/ui-texts';
import { useEffect, useState } from 'react';
import { reloadWhenReachable, ScreenUnreachable } from '../lib/route-modules.ts';
import { readLanguage } from '../lib/texts.tsx';

/** The texts of the console may be what is missing, so these few are part of the script. */
const TEXTS = {
  ru: {
    title: 'Экран не открылся',
    text: 'Обновите страницу. Если не поможет, сообщите владельцу.',
    retry: 'Обновить',
    unreachable: {
      title: 'Нет связи с магазином',
      text: 'Этот экран ещё не загружен. Он откроется, когда связь появится.',
      retry: 'Повторить',
    },
  },
  en: {
    title: 'This screen did not open',
    text: 'Reload the page. If that fails, tell the owner.',
    retry: 'Reload',
    unreachable: {
      title: 'The store cannot be reached',
      text: 'This screen is not loaded yet. It opens when the connection is back.',
      retry: 'Try again',
    },
  },
  kz: {
    title: 'Экран ашылмады',
    text: 'Бетті жаңартыңыз. Көмектеспесе, иесіне хабарлаңыз.',
    retry: 'Жаңарту',
    unreachable: {
      title: 'Дүкенмен байланыс жоқ',
      text: 'Бұл экран әлі жүктелмеген. Байланыс қалпына келгенде ашылады.',
      retry: 'Қайталау',
    },
  },
};

const RETRY_MS = 5_000;

/**
 * When a screen fails while it is drawn, or its script cannot be loaded. Errors of calls are shown by the screens themselves.
 */
export function PageError({ error }: { error: unknown }) {
  // Not of the document: where the texts cannot be loaded, its language is not set.
  const texts = TEXTS[typeof document === 'undefined' ? 'ru' : readLanguage()];
  const [isAway, setAway] = useState(false);
  const isUnreachable = error instanceof ScreenUnreachable || isAway;
  const { title, text, retry } = isUnreachable ? texts.unreachable : texts;
  const details = error instanceof Error && !isUnreachable ? error.message : undefined;
  useEffect(() => {
    // What had the focus is gone with the screen before.
    document.querySelector('main')?.focus();
    if (!isUnreachable) return undefined;
    // The router keeps the failure also when the screen is opened once more later.
    void reloadWhenReachable();
    // A server that was away fires no `online`, and right after one a request can still fail.
    const timer = setInterval(() => document.visibilityState === 'visible' && void reloadWhenReachable(), RETRY_MS);
    const onOnline = () => void reloadWhenReachable();
    window.addEventListener('online', onOnline);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', onOnline);
    };
  }, [isUnreachable]);
  return (
    <>
      <title>{title}</title>
      <UiTextsProvider texts={(key) => (key === 'retry' ? retry : 'ID')}>
        <ErrorState
          isPage
          title={title}
          text={text}
          requestId={details}
          onRetry={() => void reloadWhenReachable().then((isReloading) => setAway(!isReloading))}
        />
      </UiTextsProvider>
    </>
  );
}
