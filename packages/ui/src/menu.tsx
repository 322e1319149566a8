import { Check } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Link } from './link.tsx';
import styles from './menu.module.css';
import { useMenu } from './use-menu.ts';

interface MenuItem {
  id: string;
  text: ReactNode;
  icon?: ReactNode;
  /** In a list of choices: whether it is the current one. */
  isChosen?: boolean;
  /** The language of the text, if it differs from the page's. */
  lang?: string;
  /** A page to open… */
  to?: string;
  /** …or an action. */
  onSelect?: () => void;
}

interface MenuProps {
  label: string;
  /** What the button shows. */
  button: ReactNode;
  items: readonly MenuItem[];
}

export function Menu({ label, button, items }: MenuProps) {
  const listId = useId();
  const { isOpen, container, toggle, close, onKeyDown, onBlur } = useMenu();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it listens for the keys of the button and items inside
    <div ref={container} className={styles.menu} onKeyDown={onKeyDown} onBlur={onBlur}>
      <button
        type="button"
        className={styles.button}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        onClick={toggle}
      >
        {button}
      </button>
      {isOpen && (
        <div role="menu" id={listId} aria-label={label} className={styles.list}>
          {items.map((item) => (
            <MenuEntry key={item.id} item={item} close={close} />
          ))}
        </div>
      )}
    </div>
  );
}

function MenuEntry({ item, close }: { item: MenuItem; close(): void }) {
  const { text, icon, isChosen, lang, to, onSelect } = item;
  const content = (
    <>
      {icon}
      <span className={styles.text}>{text}</span>
      {isChosen && <Check size={18} className={styles.check} aria-hidden="true" />}
    </>
  );
  if (to !== undefined) {
    return (
      <Link to={to} role="menuitem" tabIndex={-1} lang={lang} className={styles.item} onClick={close}>
        {content}
      </Link>
    );
  }
  const select = () => {
    close();
    onSelect?.();
  };
  return isChosen === undefined ? (
    <button type="button" role="menuitem" tabIndex={-1} lang={lang} className={styles.item} onClick={select}>
      {content}
    </button>
  ) : (
    <button
      type="button"
      role="menuitemradio"
      aria-checked={isChosen}
      tabIndex={-1}
      lang={lang}
      className={styles.item}
      onClick={select}
    >
      {content}
    </button>
  );
}
