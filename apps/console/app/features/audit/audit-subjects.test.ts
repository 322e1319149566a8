import { LANGUAGES } from '@oyna/domain/constants';
import { describe, expect, it } from 'vitest';
import { AUDIT_SUBJECTS, type SubjectKey, subjectOfText, subjectText } from './audit-subjects.ts';

const texts = import.meta.glob<Record<string, string>>('../../texts/*/audit.json', { eager: true, import: 'default' });

describe.each(LANGUAGES)('subjects of the audit log in %s', (language) => {
  const nameOf = (key: SubjectKey) => texts[`../../texts/${language}/audit.json`]?.[key] ?? '';

  it.each(AUDIT_SUBJECTS)('shows and reads %s', (subject) => {
    for (const text of [subject, `${subject} 17`, `${subject} a b`]) {
      const shown = subjectText(text, nameOf);
      expect(shown).not.toMatch(/^\s|undefined/);
      expect(subjectOfText(shown, nameOf)).toBe(text);
      expect(subjectOfText(shown.toUpperCase(), nameOf).toLowerCase()).toBe(text);
    }
  });

  it.each(['OYNA10', 'orders.yaml', 'keyboard 1', ''])('leaves “%s” as it is', (text) => {
    expect(subjectText(text, nameOf)).toBe(text);
    expect(subjectOfText(text, nameOf)).toBe(text);
  });
});
