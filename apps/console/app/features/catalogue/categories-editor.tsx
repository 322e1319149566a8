import type { Language } from '@oyna/domain/constants';
import { Button } from '@oyna/ui/button';
import { IconButton } from '@oyna/ui/icon-button';
import { Skeleton } from '@oyna/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react';
import { useState } from 'react';
import { Section } from '../../components/page.tsx';
import { callApi } from '../../lib/api.ts';
import { useLanguage, useTexts } from '../../lib/texts.tsx';
import { useAction } from '../../lib/use-action.ts';
import { useUnsaved } from '../../lib/use-unsaved.ts';
import styles from './catalogue.module.css';
import { LanguageColumns } from './language-columns.tsx';
import { moveItem } from './move-item.ts';
import { PicturesEditor } from './pictures-editor.tsx';
import { readCategories } from './use-draft.ts';

interface Category {
  id: number;
  title: Record<Language, string>;
}

const MAX_TITLE = 60;

/** The categories in the order of the store, with their titles in three languages and their pictures. */
export function CategoriesEditor({ isReadOnly }: { isReadOnly: boolean }) {
  const t = useTexts('catalogue');
  const { language } = useLanguage();
  const [changed, setChanged] = useState<Category[]>();
  useUnsaved(changed !== undefined);
  const [opened, setOpened] = useState<number>();
  const [dragged, setDragged] = useState<number>();
  const { data } = useQuery({ queryKey: ['catalogue', 'categories'], queryFn: readCategories });
  const save = useAction({
    run: (categories: Category[]) =>
      callApi((api) =>
        api.PUT('/api/v1/catalogue/categories', {
          body: { version: data?.version ?? '', categories: categories.map(({ id, title }) => ({ id, title })) },
        }),
      ),
    changes: [['catalogue', 'categories']],
    done: () => t('saved'),
    onDone: (_, sent) => setChanged((now) => (now === sent ? undefined : now)),
  });
  if (!data) return <Skeleton shape="line" />;
  const categories: Category[] = changed ?? data.items;
  const isComplete = categories.every(({ title }) => Object.values(title).every((text) => text.trim() !== ''));
  const move = (from: number, to: number) => setChanged(moveItem(categories, from, to));
  const rename = (id: number, title: Category['title']) =>
    setChanged(categories.map((category) => (category.id === id ? { ...category, title } : category)));
  return (
    <Section title={t('categories')}>
      {changed && (
        <div className={styles.rowTools}>
          <Button
            variant="primary"
            isBusy={save.isPending}
            disabled={!isComplete}
            onClick={() => save.mutate(categories)}
          >
            {t('save-categories')}
          </Button>
          <Button onClick={() => setChanged(undefined)}>{t('undo-changes')}</Button>
        </div>
      )}
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
