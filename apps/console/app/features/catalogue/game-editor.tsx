import { Select } from '@oyna/ui/select';
import { TextField } from '@oyna/ui/text-field';
import { useQuery } from '@tanstack/react-query';
import { ChangedMeanwhile } from '../../components/changed-meanwhile.tsx';
import { Loading } from '../../components/loading.tsx';
import { Page, Section } from '../../components/page.tsx';
import { useMay } from '../../lib/session.tsx';
import { useLanguage, useTexts } from '../../lib/texts.tsx';
import styles from './catalogue.module.css';
import { ContentHistory } from './content-history.tsx';
import { DraftStatus } from './draft-status.tsx';
import { GameAliases } from './game-aliases.tsx';
import { GameDetails } from './game-details.tsx';
import { GameOffers } from './game-offers.tsx';
import { LanguageColumns } from './language-columns.tsx';
import { PicturesEditor } from './pictures-editor.tsx';
import { PublishButtons, Publishing } from './publishing.tsx';
import { gameCalls, readCategories, useDraft } from './use-draft.ts';
import { useFieldName } from './use-field-name.ts';

/** A game: facts, texts in three languages, offers, pictures, and what was done to it. */
export function GameEditor({ id }: { id: number }) {
  const t = useTexts('catalogue');
  const { language } = useLanguage();
  const isReadOnly = !useMay()('content:write');
  const draft = useDraft(['catalogue', 'game', id], gameCalls(id), '/catalogue');
  const { data: choices } = useQuery({ queryKey: ['catalogue', 'categories'], queryFn: readCategories });
  const fieldName = useFieldName();
  const { content, data, change } = draft;
  const back = { to: '/catalogue', text: t('games') };
  if (!content || !data) {
    return (
      <Page title={`#${id}`} back={back}>
        <Loading query={draft} />
      </Page>
    );
  }
  const field = (name: 'developer' | 'publisher' | 'released', type = 'text') => (
    <TextField
      label={t(`game-${name}`)}
      data-field={name}
      type={type}
      value={data[name] ?? ''}
      readOnly={isReadOnly}
      maxLength={200}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
    />
  );
  return (
    <Page
      title={data.name || t('new-game')}
      note={<DraftStatus {...content} hasFault={content.fault !== null} />}
      back={back}
      actions={!isReadOnly && <PublishButtons draft={draft} />}
      aside={
        <>
          {!isReadOnly && <Publishing draft={draft} />}
          <GameAliases
            id={id}
            aliases={data.aliases ?? []}
            isReadOnly={isReadOnly}
            onChange={(aliases) => change({ aliases })}
          />
          <ContentHistory subject={`game ${id}`} />
        </>
      }
    >
      <ChangedMeanwhile edit={draft.edit} nameOf={fieldName} />
      <Section title={t('facts')}>
        <div className={styles.fields}>
          <TextField
            label={t('name')}
            data-field="name"
            value={data.name}
            readOnly={isReadOnly}
            maxLength={200}
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
          <Select
            label={t('category')}
            data-field="category"
            value={data.category ?? ''}
            disabled={isReadOnly}
            onChange={(event) => change({ category: event.currentTarget.value })}
          >
            {(choices?.items ?? []).map(({ name, title }) => (
              <option key={name} value={name}>
                {title[language]}
              </option>
            ))}
          </Select>
          {field('developer')}
          {field('publisher')}
          {field('released', 'date')}
          <TextField
            label={t('game-genres')}
            data-field="genres"
            hint={t('genres-hint')}
            value={(data.genres ?? []).join(', ')}
            readOnly={isReadOnly}
            onChange={(event) => change({ genres: listOf(event.currentTarget.value) })}
          />
          <TextField
            label={t('game-popularity')}
            data-field="popularity"
            type="number"
            min={0}
            max={100}
            value={data.popularity}
            readOnly={isReadOnly}
            onChange={(event) => change({ popularity: event.currentTarget.valueAsNumber || 0 })}
          />
        </div>
      </Section>
      <Section title={t('description')}>
        <LanguageColumns
          label={t('description')}
          path="description"
          kind="html"
          texts={data.description}
          maxLength={20_000}
          isReadOnly={isReadOnly}
          onChange={(description) => change({ description })}
        />
      </Section>
      <GameDetails details={data} isReadOnly={isReadOnly} onChange={(part) => change(part as Partial<typeof data>)} />
      <GameOffers
        offers={data.offers}
        published={content.publishedOffers}
        instructions={choices?.instructions ?? []}
        isReadOnly={isReadOnly}
        onChange={(offers) => change({ offers })}
      />
      <PicturesEditor owner="games" ownerId={id} hasGallery isReadOnly={isReadOnly} />
    </Page>
  );
}

const listOf = (text: string) => (text === '' ? [] : text.split(/,\s*/));
