import { IconButton } from '@oyna/ui/icon-button';
import { VisuallyHidden } from '@oyna/ui/visually-hidden';
import { ArrowLeft, Search, X } from 'lucide-react';
import { type FormEvent, Suspense } from 'react';
import { Form } from 'react-router';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { lazyPart } from '~/lib/lazy-part.tsx';
import styles from './search-box.module.css';
import { useSearchBox } from './use-search-box.ts';

// The form works without suggestions.
const SuggestionList = lazyPart(
  () => import('./suggestion-list.tsx').then((part) => part.SuggestionList),
  () => null,
);

/** A form with a list of suggestions. The form works before hydration and without script. */
export function SearchBox() {
  const { t } = useTranslation();
  const box = useSearchBox();
  const { suggestions, isOpen, active } = box;

  const onSubmit = (event: FormEvent) => {
    if (box.input.current?.value.trim()) box.leave();
    else event.preventDefault();
  };

  return (
    <Form action="/games" role="search" className={styles.form} onSubmit={onSubmit} onBlur={box.onBlur}>
      <Search size={18} className={styles.icon} aria-hidden="true" />
      <span className={styles.back}>
        <IconButton label={t('close-search')} icon={<ArrowLeft size={20} />} onClick={box.leave} />
      </span>
      <input
        ref={box.input}
        type="text"
        name="name"
        defaultValue={box.initial}
        required
        maxLength={200}
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        placeholder={t('search-placeholder')}
        aria-label={t('search-label')}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={isOpen ? box.listId : undefined}
        aria-activedescendant={isOpen && active >= 0 ? box.optionId(active) : undefined}
        className={styles.input}
        onInput={box.onInput}
        onKeyDown={box.onKeyDown}
      />
      <span className={styles.clear}>
        <IconButton label={t('clear-search')} icon={<X size={18} />} onClick={box.clear} />
      </span>
      {isOpen && suggestions && (
        <Suspense>
          <SuggestionList
            id={box.listId}
            query={box.query}
            suggestions={suggestions}
            active={active}
            optionId={box.optionId}
            onChoose={box.leave}
          />
        </Suspense>
      )}
      <div role="status">
        {isOpen && suggestions && (
          <VisuallyHidden>
            {t('suggestion-count', { count: suggestions.games.length + suggestions.categories.length })}
          </VisuallyHidden>
        )}
      </div>
    </Form>
  );
}
