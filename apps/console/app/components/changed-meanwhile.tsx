import { Button } from '@oyna/ui/button';
import { listDifferences } from '../lib/edit-state.ts';
import { useTexts } from '../lib/texts.tsx';
import type { useEdit } from '../lib/use-edit.ts';
import styles from './changed-meanwhile.module.css';

interface ChangedMeanwhileProps {
  edit: Pick<ReturnType<typeof useEdit<object>>, 'base' | 'changed' | 'theirs' | 'resolve'>;
  /** The name of a field in the words of the screen. */
  nameOf?: (path: string) => string;
}

/** A colleague has saved since the edit was begun: what differs, and which of the two the operator takes. */
export function ChangedMeanwhile({ edit, nameOf = (path) => path }: ChangedMeanwhileProps) {
  const t = useTexts('common');
  const { base, changed, theirs, resolve } = edit;
  const differences = theirs ? listDifferences(base?.data, changed, theirs.data) : [];
  return (
    <div role="status">
      {theirs && (
        <div className={styles.notice}>
          <p>{t('changed-since')}</p>
          {differences.length > 0 && (
            <dl className={styles.fields}>
              {differences.map(({ path, ...texts }) => (
                <div key={path}>
                  <dt>{nameOf(path)}</dt>
                  <dd>{t('theirs', { text: texts.theirs || '–' })}</dd>
                  {texts.mine !== undefined && <dd>{t('mine', { text: texts.mine || '–' })}</dd>}
                </div>
              ))}
            </dl>
          )}
          <div className={styles.buttons}>
            <Button onClick={() => resolve('theirs')}>{t('take-theirs')}</Button>
            <Button onClick={() => resolve('mine')}>{t('keep-mine')}</Button>
          </div>
        </div>
      )}
    </div>
  );
}
