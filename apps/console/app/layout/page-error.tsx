import { ErrorState } from '@oyna/ui/error-state';
import { UiTextsProvider } from '@oyna/ui/ui-texts';

/** The texts of the console may be what is missing, so these few are part of the script. */
const TEXTS = {
  ru: {
    title: 'Экран не открылся',
    text: 'Обновите страницу. Если не поможет, сообщите владельцу.',
    retry: 'Обновить',
  },
  en: { title: 'This screen did not open', text: 'Reload the page. If that fails, tell the owner.', retry: 'Reload' },
  kk: { title: 'Экран ашылмады', text: 'Бетті жаңартыңыз. Көмектеспесе, иесіне хабарлаңыз.', retry: 'Жаңарту' },
};

/** When a screen fails while it is drawn. Errors of calls are shown by the screens themselves. */
export function PageError({ error }: { error: unknown }) {
  const language = (typeof document === 'undefined' ? 'ru' : document.documentElement.lang) as keyof typeof TEXTS;
  const { title, text, retry } = TEXTS[language] ?? TEXTS.ru;
  const details = error instanceof Error ? error.message : undefined;
  return (
    <>
      <title>{title}</title>
      <UiTextsProvider texts={(key) => (key === 'retry' ? retry : 'ID')}>
        <ErrorState isPage title={title} text={text} requestId={details} onRetry={() => location.reload()} />
      </UiTextsProvider>
    </>
  );
}
