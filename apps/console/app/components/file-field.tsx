import { FileUp } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../lib/texts.tsx';
import styles from './file-field.module.css';

interface FileFieldProps {
  /** The name of the field. */
  label: string;
  /** What is said beside the button. Without it, the label. */
  text?: string;
  icon?: ReactNode;
  accept: string;
  isMultiple?: boolean;
  isBusy?: boolean;
  onFiles(files: File[]): void;
}

/** Files are chosen or dropped here. The browser's own button has the language of the browser, so it is not shown. */
export function FileField({
  label,
  text = label,
  icon,
  accept,
  isMultiple = false,
  isBusy = false,
  onFiles,
}: FileFieldProps) {
  const t = useTexts('common');
  const [isOver, setOver] = useState(false);
  return (
    <label className={styles.field} data-over={isOver || undefined} aria-busy={isBusy}>
      {icon ?? <FileUp size={18} aria-hidden="true" />}
      <span className={styles.text}>{text}</span>
      <span className={styles.choose} aria-hidden="true">
        {t(isMultiple ? 'choose-files' : 'choose-file')}
      </span>
      {/* It covers the whole field, so that the browser itself takes a file that is dropped. */}
      <input
        type="file"
        aria-label={label}
        accept={accept}
        multiple={isMultiple}
        disabled={isBusy}
        onDragEnter={() => setOver(true)}
        onDragLeave={() => setOver(false)}
        onDrop={() => setOver(false)}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          // The same file can be chosen again.
          currentTarget.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </label>
  );
}
