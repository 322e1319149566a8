import type { ConsoleSchemas } from '@oyna/api-client/console-client';
import { Button } from '@oyna/ui/button';
import { IconButton } from '@oyna/ui/icon-button';
import { useQuery } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, GripVertical, X } from 'lucide-react';
import { useState } from 'react';
import { Loading } from '../../components/loading.tsx';
import { Section } from '../../components/page.tsx';
import { callApi } from '../../lib/api.ts';
import { useMay } from '../../lib/session.tsx';
import { useLanguage, useTexts } from '../../lib/texts.tsx';
import { useAction } from '../../lib/use-action.ts';
import { useUnsaved } from '../../lib/use-unsaved.ts';
import styles from './catalogue.module.css';
import { CategoriesEditor } from './categories-editor.tsx';
import { GamePicker } from './game-picker.tsx';
import { moveItem } from './move-item.ts';

type Group = ConsoleSchemas['CatalogueGroups']['items'][number];

/** The groups of the home page, and the categories. */
export function GroupsEditor() {
  const t = useTexts('catalogue');
  const { language } = useLanguage();
  const isReadOnly = !useMay()('content:write');
  const [changed, setChanged] = useState<Group[]>();
  useUnsaved(changed !== undefined);
  const query = useQuery({
    queryKey: ['catalogue', 'groups'],
    queryFn: () => callApi((api) => api.GET('/api/v1/catalogue/groups')),
  });
  const save = useAction({
    run: (groups: Group[]) =>
      callApi((api) =>
        api.PUT('/api/v1/catalogue/groups', {
          body: {
            version: data?.version ?? '',
            groups: groups.map(({ name, title, games }) => ({ name, title, games: games.map(({ id }) => id) })),
          },
        }),
      ),
    changes: [['catalogue', 'groups']],
    done: () => t('saved'),
    onDone: (_, sent) => setChanged((now) => (now === sent ? undefined : now)),
  });
  if (!query.data) return <Loading query={query} />;
  const { data } = query;
  const groups = changed ?? data.items;
  const changeGames = (name: string, games: Group['games']) =>
    setChanged(groups.map((group) => (group.name === name ? { ...group, games } : group)));
  return (
    <>
      {changed && (
        <div className={styles.rowTools}>
          <Button variant="primary" isBusy={save.isPending} onClick={() => save.mutate(changed)}>
            {t('save-order')}
          </Button>
          <Button onClick={() => setChanged(undefined)}>{t('undo-changes')}</Button>
        </div>
      )}
      <div className={styles.groups}>
        {groups.map((group) => (
          <Section key={group.name} title={group.title[language]}>
            <GroupGames
              games={group.games}
              isReadOnly={isReadOnly}
              onChange={(games) => changeGames(group.name, games)}
            />
          </Section>
        ))}
      </div>
      <CategoriesEditor isReadOnly={isReadOnly} />
    </>
  );
}

interface GroupGamesProps {
  games: Group['games'];
  isReadOnly: boolean;
  onChange(games: Group['games']): void;
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
