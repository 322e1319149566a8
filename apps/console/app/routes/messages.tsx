import { ButtonLink } from '@oyna/ui/button';
import { Page } from '../components/page.tsx';
import { MessagesList } from '../features/messages/messages-list.tsx';
import { useTexts } from '../lib/texts.tsx';

export default function Messages() {
  const t = useTexts('messages');
  return (
    <Page title={t('title')} actions={<ButtonLink to="/messages/templates">{t('templates')}</ButtonLink>}>
      <MessagesList />
    </Page>
  );
}
