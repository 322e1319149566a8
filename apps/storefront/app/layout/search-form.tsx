import { Search, X } from 'lucide-react';
import { Form, useSearchParams } from 'react-router';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { IconButton } from '~/ui/icon-button.tsx';
import styles from './search-form.module.css';

/** A plain form: it works before the page is awake, and without script. */
export function SearchForm() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const name = query.get('name') ?? '';
  return (
    <Form action="/games" role="search" className={styles.form}>
      <Search size={18} className={styles.icon} aria-hidden="true" />
      <input
        key={name}
        type="search"
        name="name"
        defaultValue={name}
        required
        maxLength={200}
        enterKeyHint="search"
        autoComplete="off"
        placeholder={t('search-placeholder')}
        aria-label={t('search-label')}
        className={styles.input}
      />
      <span className={styles.clear}>
        <IconButton type="button" label={t('clear-search')} icon={<X size={18} />} onClick={clear} />
      </span>
    </Form>
  );
}

function clear({ currentTarget }: { currentTarget: HTMLButtonElement }): void {
  const input = currentTarget.form?.elements.namedItem('name');
  if (!(input instanceof HTMLInputElement)) return;
  input.value = '';
  input.focus();
}
