import { X } from 'lucide-react';
import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { cx } from './class-names.ts';
import styles from './dialog.module.css';
import { IconButton } from './icon-button.tsx';
import { useUiTexts } from './ui-texts.tsx';

interface DialogProps {
  title: string;
  isOpen: boolean;
  onClose(): void;
  isWide?: boolean;
  /** Focuses the first field when it opens. */
  startsInField?: boolean;
  children: ReactNode;
}

const FIELD = ':is(input:not([hidden], [type=hidden]), select, textarea):enabled';

/**
 * The native dialog: it traps the focus and closes on Escape. The focus returns to where it was, also when an open dialog is
 * removed from the page. A sheet on phones.
 */
export function Dialog({ title, isOpen, onClose, isWide, startsInField, children }: DialogProps) {
  const t = useUiTexts();
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const element = dialog.current;
    if (!element || element.open === isOpen) return;
    if (!isOpen) {
      element.close();
      return;
    }
    const opener = document.activeElement as HTMLElement | null;
    element.showModal();
    // Not on touch screens: the on-screen keyboard would hide the form.
    if (startsInField && matchMedia('(pointer: fine)').matches) {
      element.querySelector<HTMLElement>(FIELD)?.focus();
    }
    return () => {
      // A browser gives the focus back when a dialog closes, but not when it is removed.
      if (document.activeElement === document.body) opener?.focus({ preventScroll: true });
    };
  }, [isOpen, startsInField]);

  const onClick = (event: MouseEvent) => {
    // The backdrop belongs to the dialog element itself; anything inside is another target.
    if (event.target === dialog.current && isOutside(event, dialog.current)) onClose();
  };

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same as a click on the backdrop
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      className={cx(styles.dialog, isWide && styles.wide)}
      onClose={onClose}
      onClick={onClick}
    >
      <div className={styles.head}>
        <h2 id={titleId}>{title}</h2>
        <IconButton label={t('close')} icon={<X size={22} />} onClick={onClose} />
      </div>
      {isOpen && children}
    </dialog>
  );
}

function isOutside({ clientX, clientY }: MouseEvent, element: HTMLElement): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}
