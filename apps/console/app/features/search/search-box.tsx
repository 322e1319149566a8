import { cx } from '@oyna/ui/class-names';
import { TextField } from '@oyna/ui/text-field';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { callApi } from '../../lib/api.ts';
import { useErrorText } from '../../lib/error-text.ts';
import { useMay } from '../../lib/session.tsx';
import { useTexts } from '../../lib/texts.tsx';
import styles from './search.module.css';
import { type Found, isLongEnough, listFound, listShown } from './search-results.ts';

interface SearchBoxProps {
  recent: readonly Found[];
  onOpen(found: Found): void;
}

const DELAY_MS = 150;

/**
 * The text is sent in the body, so that a pasted key is in no address. Enter opens a result of what is typed: when it is
 * pressed before the answer, it opens the first one as soon as the answer is there.
 */
export function SearchBox({ recent, onOpen }: SearchBoxProps) {
  const t = useTexts('search');
  const errorText = useErrorText();
  const may = useMay();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [place, setPlace] = useState(0);
  const [isEntered, setEntered] = useState(false);
  const wanted = typed.trim();
  const text = useDelayed(wanted);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['search', text],
    queryFn: async ({ signal }) => {
      const answer = await callApi((api) => api.POST('/api/v1/search', { body: { text }, signal }));
      return { text, answer };
    },
    enabled: isLongEnough(text),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const answer = data && { text: data.text, found: listFound(data.answer, { t, may }) };
  const { found, isAnswered } = listShown(wanted, answer, recent);
  const active = isAnswered ? Math.min(place, found.length - 1) : -1;

  const open = (result: Found | undefined) => {
    if (!result?.to) return;
    onOpen(result);
    void navigate(result.to);
  };
  const openFirst = useEffectEvent(() => {
    setEntered(false);
    open(found[0]);
  });
  const isAwaited = isEntered && isAnswered;
  useEffect(() => {
    if (isAwaited) openFirst();
  }, [isAwaited]);
  useEffect(() => {
    if (error) setEntered(false);
  }, [error]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!['ArrowDown', 'ArrowUp', 'Enter'].includes(event.key)) return;
    event.preventDefault();
    if (!isAnswered) {
      setEntered(event.key === 'Enter');
      if (event.key === 'Enter' && error) void refetch();
    } else if (event.key === 'ArrowDown') setPlace((active + 1) % Math.max(1, found.length));
    else if (event.key === 'ArrowUp') setPlace((active - 1 + found.length) % Math.max(1, found.length));
    else open(found[active]);
  };
  return (
    <div className={styles.search}>
      <TextField
        label={t('label')}
        hint={t('hint')}
        type="search"
        role="combobox"
        aria-expanded={found.length > 0}
        aria-controls="search-results"
        aria-activedescendant={active >= 0 ? `search-${active}` : undefined}
        autoComplete="off"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setPlace(0);
          setEntered(false);
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
        {error ? errorText(error) : isLongEnough(wanted) && isAnswered && found.length === 0 ? t('nothing') : ''}
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
