import { TextArea } from '@oyna/ui/text-area';
import { TextField } from '@oyna/ui/text-field';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { Section } from '../../components/page.tsx';
import { StatusLabel } from '../../components/status-label.tsx';
import { callApi } from '../../lib/api.ts';
import { useTexts } from '../../lib/texts.tsx';
import styles from './catalogue.module.css';

interface GameAliasesProps {
  id: number;
  aliases: readonly string[];
  isReadOnly: boolean;
  onChange(aliases: string[]): void;
}

/** Other words that customers search for, and the search of the store with them. */
export function GameAliases({ id, aliases, isReadOnly, onChange }: GameAliasesProps) {
  const t = useTexts('catalogue');
  const [query, setQuery] = useState('');
  const asked = useDeferredValue(query.trim());
  const tried = useDeferredValue(aliases.join('\n'));
  const { data, error } = useQuery({
    queryKey: ['catalogue', 'search', id, asked, tried],
    queryFn: () =>
      callApi((api) =>
        api.GET('/api/v1/catalogue/games/{id}/search', {
          params: { path: { id }, query: { query: asked, aliases: tried } },
        }),
      ),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
    retry: false,
  });
  return (
    <Section title={t('aliases')}>
      <div className={styles.stack}>
        <TextArea
          label={t('aliases-lines')}
          data-field="aliases"
          hint={t('aliases-hint')}
          rows={4}
          value={aliases.join('\n')}
          readOnly={isReadOnly}
          onChange={(event) => onChange(event.currentTarget.value === '' ? [] : event.currentTarget.value.split('\n'))}
        />
        <TextField
          label={t('search-test')}
          type="search"
          value={query}
          maxLength={200}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
        <div role="status">
          {error && asked !== '' && <p className={styles.hint}>{t('search-not-possible')}</p>}
          {data && asked !== '' && (
            <>
              <StatusLabel tone={data.position === 1 ? 'success' : data.position ? 'info' : 'danger'}>
                {data.position ? t('found-at', { position: data.position, found: data.found }) : t('not-found')}
              </StatusLabel>
              <ol className={styles.found}>
                {data.first.map((game) => (
                  <li key={game.id}>{game.id === id ? <strong>{game.name}</strong> : game.name}</li>
                ))}
              </ol>
            </>
          )}
        </div>
      </div>
    </Section>
  );
}
