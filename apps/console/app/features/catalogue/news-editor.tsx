import { ChangedMeanwhile } from '../../components/changed-meanwhile.tsx';
import { Loading } from '../../components/loading.tsx';
import { Page, Section } from '../../components/page.tsx';
import { useMay } from '../../lib/session.tsx';
import { useLanguage, useTexts } from '../../lib/texts.tsx';
import { ContentHistory } from './content-history.tsx';
import { DraftStatus } from './draft-status.tsx';
import { LanguageColumns } from './language-columns.tsx';
import { PicturesEditor } from './pictures-editor.tsx';
import { PublishButtons, Publishing } from './publishing.tsx';
import { newsCalls, useDraft } from './use-draft.ts';
import { useFieldName } from './use-field-name.ts';

/** A news item in three languages, with its picture and its time. */
export function NewsEditor({ id }: { id: number }) {
  const t = useTexts('catalogue');
  const { language } = useLanguage();
  const isReadOnly = !useMay()('content:write');
  const draft = useDraft(['catalogue', 'news', id], newsCalls(id), '/catalogue/news');
  const fieldName = useFieldName();
  const { content, data, change } = draft;
  const back = { to: '/catalogue/news', text: t('news') };
  if (!content || !data) {
    return (
      <Page title={`#${id}`} back={back}>
        <Loading query={draft} />
      </Page>
    );
  }
  return (
    <Page
      title={data.title[language] || t('new-news')}
      note={<DraftStatus {...content} hasFault={content.fault !== null} />}
      back={back}
      actions={!isReadOnly && <PublishButtons draft={draft} />}
      aside={
        <>
          {!isReadOnly && <Publishing draft={draft} />}
          <ContentHistory subject={`news ${id}`} />
        </>
      }
    >
      <ChangedMeanwhile edit={draft.edit} nameOf={fieldName} />
      <Section title={t('news-title')}>
        <LanguageColumns
          label={t('news-title')}
          path="title"
          kind="line"
          texts={data.title}
          maxLength={200}
          isReadOnly={isReadOnly}
          onChange={(title) => change({ title })}
        />
      </Section>
      <Section title={t('news-summary')}>
        <LanguageColumns
          label={t('news-summary')}
          path="summary"
          kind="text"
          texts={data.summary}
          maxLength={1_000}
          isReadOnly={isReadOnly}
          onChange={(summary) => change({ summary })}
        />
      </Section>
      <Section title={t('news-body')}>
        <LanguageColumns
          label={t('news-body')}
          path="body"
          kind="html"
          texts={data.body}
          maxLength={50_000}
          isReadOnly={isReadOnly}
          onChange={(body) => change({ body })}
        />
      </Section>
      <PicturesEditor owner="news" ownerId={id} isReadOnly={isReadOnly} />
    </Page>
  );
}
