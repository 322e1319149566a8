import { TextField } from '@oyna/ui/text-field';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { callApi } from '../../lib/api.ts';
import { useTexts } from '../../lib/texts.tsx';
import styles from './catalogue.module.css';

interface GamePickerProps {
  taken: readonly number[];
  onPick(game: { id: number; name: string }): void;
}

const SHOWN = 6;

/** Finds a published game by its name. */
export function GamePicker({ taken, onPick }: GamePickerProps) {
  const t = useTexts('catalogue');
  const [text, setText] = useState('');
  const search = useDeferredValue(text.trim());
  const { data } = useQuery({
    queryKey: ['catalogue', 'games', 'pick', search],
    queryFn: () => callApi((api) => api.GET('/api/v1/catalogue/games', { params: { query: { search, limit: 20 } } })),
    enabled: search !== '',
  });
  const found = search === '' ? [] : (data?.items ?? []);
  return (
    <>
      <TextField
        label={t('add-game')}
        type="search"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <ul className={styles.picks}>
        {found
          .filter(({ id, isPublished }) => isPublished && !taken.includes(id))
          .slice(0, SHOWN)
          .map(({ id, name }) => (
            <li key={id}>
              <button
                type="button"
                onClick={() => {
                  onPick({ id, name });
                  setText('');
                }}
              >
                {name}
              </button>
            </li>
          ))}
      </ul>
    </>
  );
}
