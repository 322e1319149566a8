import { fillTemplate, listPlaceholders } from '@oyna/domain/answer-template';
import type { Language } from '@oyna/domain/constants';
import { Select } from '@oyna/ui/select';
import { TextArea } from '@oyna/ui/text-area';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../lib/api.ts';
import { useMay } from '../lib/session.tsx';
import { useLanguage, useTexts } from '../lib/texts.tsx';

interface TemplateTextProps {
  /** Undefined: no templates are offered. */
  kind: 'claim' | 'message' | undefined;
  /** Of the reader. */
  language: Language;
  /** What the placeholders of a template stand for. */
  values: Parameters<typeof fillTemplate>[1];
  label: string;
  hint?: string;
  maxLength: number;
  text: string;
  onText(text: string): void;
}

/** Whether a placeholder of a template was left in the text. */
export const isUnfilled = (text: string) => listPlaceholders(text).length > 0;

/** A text for a customer, which can begin with a template in the customer's language. */
export function TemplateText({ kind, language, values, label, hint, maxLength, text, onText }: TemplateTextProps) {
  const t = useTexts('common');
  const may = useMay();
  const { language: ownLanguage } = useLanguage();
  const { data } = useQuery({
    queryKey: ['templates', kind],
    queryFn: () => callApi((api) => api.GET('/api/v1/templates', { params: { query: kind ? { kind } : {} } })),
    enabled: kind !== undefined && may('messages:read'),
  });
  const choose = (id: string) => {
    const template = data?.items.find((item) => String(item.id) === id);
    if (template) onText(fillTemplate(template.body[language], values));
  };
  return (
    <>
      {kind && data && (
        <Select label={t('template')} defaultValue="" onChange={(event) => choose(event.target.value)}>
          <option value="">{t('no-template')}</option>
          {data.items.map((item) => (
            <option key={item.id} value={item.id}>
              {item.name[ownLanguage]}
            </option>
          ))}
        </Select>
      )}
      <TextArea
        label={label}
        hint={hint}
        name="text"
        required
        maxLength={maxLength}
        value={text}
        error={isUnfilled(text) ? t('unfilled') : undefined}
        onChange={(event) => onText(event.target.value)}
      />
    </>
  );
}
