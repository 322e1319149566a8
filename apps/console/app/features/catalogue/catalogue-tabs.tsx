import { useEffect, useRef } from 'react';
import { NavLink } from 'react-router';
import { useTexts } from '../../lib/texts.tsx';
import styles from './catalogue.module.css';

/** The parts of the catalogue. */
export function CatalogueTabs() {
  const t = useTexts('catalogue');
  const row = useRef<HTMLElement>(null);
  // On a phone the row scrolls, and the last tabs are outside.
  useEffect(() => {
    const tab = row.current?.querySelector('[aria-current]');
    if (!row.current || !tab) return;
    // Not scrollIntoView: it also scrolls the page, whose position was just restored.
    const [around, own] = [row.current.getBoundingClientRect(), tab.getBoundingClientRect()];
    row.current.scrollLeft += own.left + own.width / 2 - (around.left + around.width / 2);
  }, []);
  const tabs = [
    { to: '/catalogue', text: t('games') },
    { to: '/catalogue/news', text: t('news') },
    { to: '/catalogue/groups', text: t('groups') },
    { to: '/catalogue/activation', text: t('activation') },
    { to: '/catalogue/files', text: t('files') },
  ];
  return (
    <nav ref={row} aria-label={t('title')} className={styles.tabs}>
      {tabs.map(({ to, text }) => (
        <NavLink key={to} to={to} end>
          {text}
        </NavLink>
      ))}
    </nav>
  );
}
