import { Dialog } from '@oyna/ui/dialog';
import { useTexts } from '../lib/texts.tsx';
import type { PLACES } from './navigation.ts';
import styles from './shell.module.css';

interface KeysHelpProps {
  isOpen: boolean;
  onClose(): void;
  places: typeof PLACES;
}

export function KeysHelp({ isOpen, onClose, places }: KeysHelpProps) {
  const t = useTexts('common');
  const keys: [string, string][] = [
    ['Ctrl K  /', t('search')],
    ['j  k', t('keys-rows')],
    ['Enter', t('keys-open')],
    ['Space', t('keys-select')],
    ['F2', t('keys-edit')],
    ['Esc', t('keys-close')],
    ...places.map(({ id, key }): [string, string] => [`g ${key}`, t(`nav-${id}`)]),
    ['g p', t('nav-profile')],
    ['?', t('keys')],
  ];
  return (
    <Dialog title={t('keys')} isOpen={isOpen} onClose={onClose} isWide>
      <dl className={styles.keys}>
        {keys.map(([combination, meaning]) => (
          <div key={combination}>
            <dt>
              {combination
                .split(' ')
                .filter(Boolean)
                .map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
