import { LANGUAGES, type Language } from '@oyna/domain/constants';
import { TextArea } from '@oyna/ui/text-area';
import { TextField } from '@oyna/ui/text-field';
import { lazy, Suspense } from 'react';
import { StatusLabel } from '../../components/status-label.tsx';
import { LANGUAGE_NAMES, useTexts } from '../../lib/texts.tsx';
import styles from './catalogue.module.css';

const HtmlEditor = lazy(() => import('./html-editor.tsx'));

export type Texts = Record<Language, string>;

interface LanguageColumnsProps {
  label: string;
  /** As the server names it in a draft. */
  path?: string;
  kind: 'line' | 'text' | 'html';
  texts: Texts;
  isReadOnly: boolean;
  maxLength: number;
  onChange(texts: Texts): void;
}

/** One text in three languages side by side. An empty one is marked. */
export function LanguageColumns({ label, path, kind, texts, isReadOnly, maxLength, onChange }: LanguageColumnsProps) {
  const t = useTexts('catalogue');
  return (
    <div className={styles.languages}>
      {LANGUAGES.map((language) => {
        const name = `${label}, ${LANGUAGE_NAMES[language]}`;
        const change = (text: string) => onChange({ ...texts, [language]: text });
        const isMissing = texts[language].trim() === '';
        const field = {
          label: name,
          value: texts[language],
          maxLength,
          readOnly: isReadOnly,
          'data-field': path && `${path}.${language}`,
          lang: language === 'kz' ? 'kk' : language,
        };
        return (
          <div key={language} className={styles.language}>
            {kind === 'line' && <TextField {...field} onChange={(event) => change(event.currentTarget.value)} />}
            {kind === 'text' && (
              <TextArea {...field} rows={3} onChange={(event) => change(event.currentTarget.value)} />
            )}
            {kind === 'html' && (
              <>
                <span className={styles.label}>{name}</span>
                <Suspense fallback={<div className={styles.editorRoom} aria-busy="true" />}>
                  <HtmlEditor
                    label={name}
                    field={path && `${path}.${language}`}
                    html={texts[language]}
                    isReadOnly={isReadOnly}
                    onChange={change}
                  />
                </Suspense>
              </>
            )}
            {isMissing && <StatusLabel tone="warning">{t('missing')}</StatusLabel>}
          </div>
        );
      })}
    </div>
  );
}
