import { IconButton } from '@oyna/ui/icon-button';
import { EditorContent, useEditor, useEditorState } from '@tiptap/react';
import { Bold, Heading3, Italic, List, ListOrdered } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { useTexts } from '../../lib/texts.tsx';
import styles from './catalogue.module.css';
import { EXTENSIONS } from './html-extensions.ts';

interface HtmlEditorProps {
  label: string;
  /** As the server names it in a draft. */
  field?: string | undefined;
  html: string;
  isReadOnly: boolean;
  onChange(html: string): void;
}

/** A text with headings, lists and emphasis. */
export default function HtmlEditor({ label, field, html, isReadOnly, onChange }: HtmlEditorProps) {
  const t = useTexts('catalogue');
  const shown = useRef(html);
  const editor = useEditor({
    extensions: EXTENSIONS,
    content: html,
    editable: !isReadOnly,
    // The content policy refuses inline styles.
    injectCSS: false,
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        ...(field && { 'data-field': field }),
      },
    },
    onUpdate: (update) => {
      shown.current = update.editor.isEmpty ? '' : update.editor.getHTML();
      onChange(shown.current);
    },
  });
  // A text that does not come from this field: changes were undone, or a colleague's are taken over.
  useLayoutEffect(() => {
    if (html === shown.current) return;
    shown.current = html;
    editor.commands.setContent(html, { emitUpdate: false });
  }, [html, editor]);
  const active = useEditorState({
    editor,
    selector: ({ editor: one }) => ({
      bold: one.isActive('bold'),
      italic: one.isActive('italic'),
      heading: one.isActive('heading'),
      list: one.isActive('bulletList'),
      numbers: one.isActive('orderedList'),
    }),
  });
  const chain = () => editor.chain().focus();
  const tools = [
    { id: 'bold', icon: Bold, run: () => chain().toggleBold().run() },
    { id: 'italic', icon: Italic, run: () => chain().toggleItalic().run() },
    { id: 'heading', icon: Heading3, run: () => chain().toggleHeading({ level: 3 }).run() },
    { id: 'list', icon: List, run: () => chain().toggleBulletList().run() },
    { id: 'numbers', icon: ListOrdered, run: () => chain().toggleOrderedList().run() },
  ] as const;
  return (
    <div className={styles.editor}>
      {!isReadOnly && (
        <div className={styles.tools} role="toolbar" aria-label={label}>
          {tools.map(({ id, icon: Icon, run }) => (
            <IconButton
              key={id}
              label={t(`tool-${id}`)}
              icon={<Icon size={15} />}
              aria-pressed={active[id]}
              onClick={run}
            />
          ))}
        </div>
      )}
      <EditorContent editor={editor} />
    </div>
  );
}
