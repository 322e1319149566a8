import type { Language } from '@oyna/domain/constants';
import { Button } from '@oyna/ui/button';
import { IconButton } from '@oyna/ui/icon-button';
import { Skeleton } from '@oyna/ui/skeleton';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react';
import { useState } from 'react';
import { ChangedMeanwhile } from '../../components/changed-meanwhile.tsx';
import { Section } from '../../components/page.tsx';
import { callApi } from '../../lib/api.ts';
import { useLanguage, useTexts } from '../../lib/texts.tsx';
import { useAction } from '../../lib/use-action.ts';
import { useEdit } from '../../lib/use-edit.ts';
import styles from './catalogue.module.css';
import { LanguageColumns } from './language-columns.tsx';
import { moveItem } from './move-item.ts';
import { PicturesEditor } from './pictures-editor.tsx';
import { readCategories } from './use-draft.ts';

type Title = Record<Language, string>;

interface Categories {
  version: string;
  items: readonly { id: number; name: string; title: Title }[];
}

/** The order and the titles are changed apart, so that two operators may change two categories. */
const loadedOf = ({ version, items }: Categories) => ({
  version,
  data: {
    order: items.map(({ id, name }) => ({ id, name })),
    titles: Object.fromEntries(items.map(({ id, title }) => [id, title])) as Record<number, Title>,
  },
});
type Edited = ReturnType<typeof loadedOf>['data'];

const QUERY_KEY = ['catalogue', 'categories'];

const MAX_TITLE = 60;

/** The categories in the order of the store, with their titles in three languages and their pictures. */
export function CategoriesEditor({ isReadOnly }: { isReadOnly: boolean }) {
  const t = useTexts('catalogue');
  const { language } = useLanguage();
  const client = useQueryClient();
  const [opened, setOpened] = useState<number>();
  const [dragged, setDragged] = useState<number>();
  const { data: loaded } = useQuery({ queryKey: QUERY_KEY, queryFn: readCategories });
  const edit = useEdit<Edited>(loaded && loadedOf(loaded));
  const save = useAction({
    run: (edited: Edited) =>
      callApi((api) =>
        api.PUT('/api/v1/catalogue/categories', {
          body: { version: String(edit.base?.version), categories: listOf(edited) },
        }),
      ),
    changes: [QUERY_KEY],
    done: () => t('saved'),
    onDone: (saved, sent) => {
      client.setQueryData(QUERY_KEY, saved);
      edit.settle(sent, loadedOf(saved));
    },
  });
  if (!loaded || !edit.data) return <Skeleton shape="line" />;
  const { order, titles } = edit.data;
  const { changed } = edit;
  const categories = listOf(edit.data);
  const isComplete = categories.every(({ title }) => Object.values(title).every((text) => text.trim() !== ''));
  const move = (from: number, to: number) => edit.change({ order: moveItem(order, from, to) });
  const rename = (id: number, title: Title) => edit.change({ titles: { ...titles, [id]: title } });
  const nameOf = (path: string) => {
    const [, id, part] = path.split('.');
    return id ? [loaded.items.find((category) => String(category.id) === id)?.name, part].join(', ') : t('order');
  };
  return (
    <Section title={t('categories')}>
      {changed && (
        <div className={styles.rowTools}>
          <Button variant="primary" isBusy={save.isPending} disabled={!isComplete} onClick={() => save.mutate(changed)}>
            {t('save-categories')}
          </Button>
          <Button onClick={edit.undo}>{t('undo-changes')}</Button>
        </div>
      )}
      <ChangedMeanwhile edit={edit} nameOf={nameOf} />
      <ol className={styles.games}>
        {categories.map(({ id, title }, index) => (
          <li
            key={id}
            draggable={!isReadOnly && opened !== id}
            onDragStart={() => setDragged(index)}
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault();
              if (dragged !== undefined) move(dragged, index);
              setDragged(undefined);
            }}
          >
            {isReadOnly ? <span /> : <GripVertical size={14} aria-hidden="true" />}
            <Button
              variant="quiet"
              aria-expanded={opened === id}
              onClick={() => setOpened(opened === id ? undefined : id)}
            >
              {title[language] || t('missing')}
            </Button>
            {!isReadOnly && (
              <span className={styles.rowTools}>
                <IconButton
                  label={`${t('move-up')}: ${title[language]}`}
                  icon={<ArrowUp size={14} />}
                  disabled={index === 0}
                  onClick={() => move(index, index - 1)}
                />
                <IconButton
                  label={`${t('move-down')}: ${title[language]}`}
                  icon={<ArrowDown size={14} />}
                  disabled={index === categories.length - 1}
                  onClick={() => move(index, index + 1)}
                />
              </span>
            )}
            {opened === id && (
              <div className={styles.opened}>
                <LanguageColumns
                  label={t('category-title')}
                  kind="line"
                  texts={title}
                  maxLength={MAX_TITLE}
                  isReadOnly={isReadOnly}
                  onChange={(texts) => rename(id, texts)}
                />
                <PicturesEditor owner="categories" ownerId={id} isReadOnly={isReadOnly} />
              </div>
            )}
          </li>
        ))}
      </ol>
    </Section>
  );
}

const listOf = ({ order, titles }: Edited) =>
  order.flatMap(({ id }) => {
    const title = titles[id];
    return title ? [{ id, title }] : [];
  });
