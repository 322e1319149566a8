import { Dialog } from '@oyna/ui/dialog';
import { TextField } from '@oyna/ui/text-field';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { FilterButton } from '../../components/filter-bar.tsx';
import { callApi } from '../../lib/api.ts';
import { useTexts } from '../../lib/texts.tsx';
import styles from './prices.module.css';

interface GameFilterProps {
  /** Empty: all games. */
  gameId: string;
  onPick(gameId: string): void;
}

/** Filters by one game, which is found by words of its name or by its number. */
export function GameFilter({ gameId, onPick }: GameFilterProps) {
  const t = useTexts('prices');
  const [isOpen, setIsOpen] = useState(false);
  const { data: chosen } = useGames(gameId, gameId !== '');
  const name = chosen?.find(({ id }) => String(id) === gameId)?.name;
  return (
    <>
      <FilterButton
        label={t('game')}
        value={gameId === '' ? undefined : (name ?? `#${gameId}`)}
        onClick={() => setIsOpen(true)}
      />
      {isOpen && (
        <Dialog title={t('game')} isOpen onClose={() => setIsOpen(false)} startsInField>
          <GameSearch
            hasAll={gameId !== ''}
            onPick={(id) => {
              setIsOpen(false);
              onPick(id);
            }}
          />
        </Dialog>
      )}
    </>
  );
}

function GameSearch({ hasAll, onPick }: { hasAll: boolean; onPick(gameId: string): void }) {
  const t = useTexts('prices');
  const [text, setText] = useState('');
  const { data } = useGames(useDeferredValue(text.trim()), true);
  return (
    <div className={styles.search}>
      <TextField
        label={t('find-game')}
        type="search"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <ul className={styles.games}>
        {hasAll && (
          <li>
            <button type="button" onClick={() => onPick('')}>
              {t('all-games')}
            </button>
          </li>
        )}
        {data?.map(({ id, name, offers }) => (
          <li key={id}>
            <button type="button" onClick={() => onPick(String(id))}>
              <span>{name}</span>
              <span className={styles.offers}>{t('count', { count: offers })}</span>
            </button>
          </li>
        ))}
      </ul>
      {data?.length === 0 && <p className={styles.none}>{t('no-game')}</p>}
    </div>
  );
}

const useGames = (search: string, isWanted: boolean) =>
  useQuery({
    queryKey: ['prices', 'games', search],
    queryFn: async () =>
      (await callApi((api) => api.GET('/api/v1/prices/games', { params: { query: { search } } }))).items,
    enabled: isWanted,
    placeholderData: keepPreviousData,
  });
