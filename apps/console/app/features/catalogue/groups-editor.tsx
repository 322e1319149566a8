import type { ConsoleSchemas } from '@oyna/api-client/console-client';
import { Button } from '@oyna/ui/button';
import { IconButton } from '@oyna/ui/icon-button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, GripVertical, X } from 'lucide-react';
import { useState } from 'react';
import { ChangedMeanwhile } from '../../components/changed-meanwhile.tsx';
import { Loading } from '../../components/loading.tsx';
import { Section } from '../../components/page.tsx';
import { callApi } from '../../lib/api.ts';
import { useMay } from '../../lib/session.tsx';
import { useLanguage, useTexts } from '../../lib/texts.tsx';
import { useAction } from '../../lib/use-action.ts';
import { useEdit } from '../../lib/use-edit.ts';
import styles from './catalogue.module.css';
import { CategoriesEditor } from './categories-editor.tsx';
import { GamePicker } from './game-picker.tsx';
import { moveItem } from './move-item.ts';

type Groups = ConsoleSchemas['CatalogueGroups'];
type Games = Groups['items'][number]['games'];

const QUERY_KEY = ['catalogue', 'groups'];
const loadedOf = ({ version, items }: Groups) => ({
  version,
  data: Object.fromEntries(items.map(({ name, games }) => [name, games])),
});

/** The groups of the home page, and the categories. */
export function GroupsEditor() {
  const t = useTexts('catalogue');
  const { language } = useLanguage();
  const isReadOnly = !useMay()('content:write');
  const client = useQueryClient();
  const query = useQuery({
    queryKey: QUERY_KEY,
    queryFn: () => callApi((api) => api.GET('/api/v1/catalogue/groups')),
  });
  const edit = useEdit<Record<string, Games>>(query.data && loadedOf(query.data));
  const save = useAction({
    run: (games: Record<string, Games>) =>
      callApi((api) =>
        api.PUT('/api/v1/catalogue/groups', {
          body: {
            version: String(edit.base?.version),
            groups: items.map(({ name, title }) => ({ name, title, games: (games[name] ?? []).map(({ id }) => id) })),
          },
        }),
      ),
    changes: [QUERY_KEY],
    done: () => t('saved'),
    onDone: (saved, sent) => {
      client.setQueryData(QUERY_KEY, saved);
      edit.settle(sent, loadedOf(saved));
    },
  });
  if (!query.data || !edit.data) return <Loading query={query} />;
  const { items } = query.data;
  const { data, changed } = edit;
  return (
    <>
      {changed && (
        <div className={styles.rowTools}>
          <Button variant="primary" isBusy={save.isPending} onClick={() => save.mutate(changed)}>
            {t('save-order')}
          </Button>
          <Button onClick={edit.undo}>{t('undo-changes')}</Button>
        </div>
      )}
      <ChangedMeanwhile
        edit={edit}
        nameOf={(path) => items.find(({ name }) => name === path)?.title[language] ?? path}
      />
      <div className={styles.groups}>
        {items.map(({ name, title }) => (
          <Section key={name} title={title[language]}>
            <GroupGames
              games={data[name] ?? []}
              isReadOnly={isReadOnly}
              onChange={(games) => edit.change({ [name]: games })}
            />
          </Section>
        ))}
      </div>
      <CategoriesEditor isReadOnly={isReadOnly} />
    </>
  );
}

interface GroupGamesProps {
  games: Games;
  isReadOnly: boolean;
  onChange(games: Games): void;
}

/** The games of a group are moved with the pointer or with the buttons of a row. */
function GroupGames({ games, isReadOnly, onChange }: GroupGamesProps) {
  const t = useTexts('catalogue');
  const [dragged, setDragged] = useState<number>();
  return (
    <>
      <ol className={styles.games}>
        {games.map(({ id, name }, index) => (
          <li
            key={id}
            draggable={!isReadOnly}
            onDragStart={() => setDragged(index)}
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault();
              if (dragged !== undefined) onChange(moveItem(games, dragged, index));
              setDragged(undefined);
            }}
          >
            {!isReadOnly && <GripVertical size={14} aria-hidden="true" />}
            <span>{name}</span>
            {!isReadOnly && (
              <span className={styles.rowTools}>
                <IconButton
                  label={t('move-up')}
                  icon={<ArrowUp size={14} />}
                  disabled={index === 0}
                  onClick={() => onChange(moveItem(games, index, index - 1))}
                />
                <IconButton
                  label={t('move-down')}
                  icon={<ArrowDown size={14} />}
                  disabled={index === games.length - 1}
                  onClick={() => onChange(moveItem(games, index, index + 1))}
                />
                <IconButton
                  label={t('take-out')}
                  icon={<X size={14} />}
                  onClick={() => onChange(games.filter((game) => game.id !== id))}
                />
              </span>
            )}
          </li>
        ))}
      </ol>
      {!isReadOnly && <GamePicker taken={games.map(({ id }) => id)} onPick={(game) => onChange([...games, game])} />}
    </>
  );
}
