import { decodeKeyFile } from '@oyna/domain/key-file';
import { Button } from '@oyna/ui/button';
import { FormNotice } from '@oyna/ui/form-notice';
import { TextArea } from '@oyna/ui/text-area';
import { type FormEvent, useState } from 'react';
import { FileField } from '../../components/file-field.tsx';
import { useTexts } from '../../lib/texts.tsx';
import styles from './stock.module.css';

export interface ReadFile {
  name: string;
  text: string;
}

const MOST_BYTES = 50 * 1024 * 1024;

/** A file that is dropped, chosen or pasted. It is read here and not sent. */
export function ImportFile({ onRead }: { onRead(file: ReadFile): void }) {
  const t = useTexts('stock');
  const [fault, setFault] = useState<string>();
  const read = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > MOST_BYTES) return setFault(t('file-too-large'));
    const text = decodeKeyFile(new Uint8Array(await file.arrayBuffer()));
    if (text.trim() === '') return setFault(t('file-empty'));
    onRead({ name: file.name.slice(0, 200), text });
  };
  const paste = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get('text'));
    if (text.trim() === '') setFault(t('file-empty'));
    else onRead({ name: t('pasted'), text });
  };
  return (
    <>
      <FileField
        label={t('file')}
        text={t('drop')}
        accept=".csv,.tsv,.txt,text/*"
        onFiles={([chosen]) => void read(chosen)}
      />
      <form className={styles.form} onSubmit={paste}>
        <TextArea label={t('paste')} name="text" rows={4} spellCheck={false} autoComplete="off" />
        <FormNotice error={fault} />
        <Button type="submit">{t('look')}</Button>
      </form>
    </>
  );
}
