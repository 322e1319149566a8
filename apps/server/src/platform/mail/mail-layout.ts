import { LANGUAGE_TAGS, type Language } from '@oyna/domain/constants';

interface MailLink {
  label: string;
  url: string;
}

/** The content of a mail in the reader's language, as plain text without markup. */
export interface MailContent {
  subject: string;
  paragraphs: (string | MailLink)[];
  /** A code to type in. */
  code?: string;
  button?: MailLink;
  /** Small text at the end. */
  note?: string;
  /** A small link at the very end, to stop such mails. */
  link?: MailLink;
}

interface MailFrame {
  storeName: string;
  publicUrl: string;
  language: Language;
}

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Arial,sans-serif";

/** Both parts of a mail, HTML and text, with the same words. */
export function layOutMail(content: MailContent, { storeName, publicUrl, language }: MailFrame) {
  const { subject, paragraphs, code, button, note, link } = content;
  const text = [
    ...paragraphs.map((line) => (typeof line === 'string' ? line : `${line.label}:\n${line.url}`)),
    ...(code ? [code] : []),
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    ...(note ? [note] : []),
    ...(link ? [`${link.label}: ${link.url}`] : []),
    `${storeName}\n${publicUrl}`,
  ].join('\n\n');

  const blocks = [
    `<p style="margin:0 0 24px;font-size:20px;font-weight:700;color:#5e3ee4">${escapeHtml(storeName)}</p>`,
    `<h1 style="margin:0 0 16px;font-size:22px;line-height:28px">${escapeHtml(subject)}</h1>`,
    ...paragraphs.map((line) => `<p style="margin:0 0 16px;white-space:pre-line">${htmlOf(line)}</p>`),
    code &&
      `<p style="margin:24px 0;padding:16px;border-radius:14px;background:#f1f2f8;font-size:32px;line-height:40px;font-weight:700;letter-spacing:8px;text-align:center">${escapeHtml(code)}</p>`,
    button &&
      `<p style="margin:24px 0"><a href="${escapeHtml(button.url)}" style="display:inline-block;padding:14px 24px;border-radius:14px;background:#5e3ee4;color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(button.label)}</a></p>`,
    note && `<p style="margin:0 0 16px;font-size:14px;line-height:20px;color:#5e6275">${escapeHtml(note)}</p>`,
    link &&
      `<p style="margin:0 0 16px;font-size:14px;line-height:20px"><a href="${escapeHtml(link.url)}" style="color:#5b3cde">${escapeHtml(link.label)}</a></p>`,
    `<p style="margin:24px 0 0;padding-top:16px;border-top:1px solid #d6d9e3;font-size:13px;color:#5e6275"><a href="${escapeHtml(publicUrl)}" style="color:#5b3cde">${escapeHtml(storeName)}</a></p>`,
  ];
  const html = `<!doctype html><html lang="${LANGUAGE_TAGS[language]}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px 16px;background:#f8f9fc;color:#141726;${FONT};font-size:16px;line-height:24px;overflow-wrap:anywhere;word-break:break-word">
<div style="max-width:520px;margin:0 auto;padding:32px 24px;border:1px solid #d6d9e3;border-radius:20px;background:#ffffff">
${blocks.filter(Boolean).join('\n')}
</div></body></html>`;
  return { subject, text, html };
}

const htmlOf = (line: string | MailLink): string =>
  typeof line === 'string'
    ? escapeHtml(line)
    : `<a href="${escapeHtml(line.url)}" style="color:#5b3cde">${escapeHtml(line.label)}</a>`;

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
