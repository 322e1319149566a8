import { cx } from '@oyna/ui/class-names';
import { TextField } from '@oyna/ui/text-field';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { callApi } from '../../lib/api.ts';
import { useErrorText } from '../../lib/error-text.ts';
import { useTexts } from '../../lib/texts.tsx';
import styles from './search.module.css';
import { type Found, listFound } from './search-results.ts';

interface SearchBoxProps {
  recent: readonly Found[];
  onOpen(found: Found): void;
}

const SHORTEST = 2;
const DELAY_MS = 150;

/** The text is sent in the body, so that a pasted key is in no address. */
export function SearchBox({ recent, onOpen }: SearchBoxProps) {
  const t = useTexts('search');
  const errorText = useErrorText();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [place, setPlace] = useState(0);
  const text = useDelayed(typed.trim());
  const isSearching = text.length >= SHORTEST;
  const { data, error, isFetching } = useQuery({
    queryKey: ['search', text],
    queryFn: ({ signal }) => callApi((api) => api.POST('/api/v1/search', { body: { text }, signal })),
    enabled: isSearching,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const found = isSearching ? (data ? listFound(data) : []) : recent;
  const active = Math.min(place, found.length - 1);

  const open = (result: Found | undefined) => {
    if (!result?.to) return;
    onOpen(result);
    void navigate(result.to);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setPlace((active + 1) % Math.max(1, found.length));
    else if (event.key === 'ArrowUp') setPlace((active - 1 + found.length) % Math.max(1, found.length));
    else if (event.key === 'Enter') open(found[active]);
    else return;
    event.preventDefault();
  };
  return (
    <div className={styles.search}>
      <TextField
        label={t('label')}
        type="search"
        role="combobox"
        aria-expanded={found.length > 0}
        aria-controls="search-results"
        aria-activedescendant={found.length > 0 ? `search-${active}` : undefined}
        autoComplete="off"
        placeholder={t('hint')}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setPlace(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id="search-results" role="listbox" aria-label={t('title')} className={styles.results} aria-busy={isFetching}>
        {found.map((result, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys of the list
          <div
            key={result.id}
            id={`search-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className={cx(styles.result, !result.to && styles.plain)}
            onClick={() => open(result)}
          >
            <span className={styles.group}>{t(result.group)}</span>
            <span className={styles.text}>{result.text}</span>
            <span className={styles.note}>{result.note}</span>
          </div>
        ))}
      </div>
      <p role="status" className={styles.status}>
        {error ? errorText(error) : isSearching && data && !isFetching && found.length === 0 ? t('nothing') : ''}
      </p>
    </div>
  );
}

function useDelayed(value: string): string {
  const [delayed, setDelayed] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(value), DELAY_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return delayed;
}
