import { Link } from '@oyna/ui/link';
import { type KeyboardEvent, type ReactNode, useRef, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import styles from './product-tabs.module.css';

const TAB_IDS = ['buy', 'description', 'instruction'] as const;
type TabId = (typeof TAB_IDS)[number];

const MOVES: Record<string, (index: number) => number> = {
  ArrowRight: (index) => (index + 1) % TAB_IDS.length,
  ArrowLeft: (index) => (index - 1 + TAB_IDS.length) % TAB_IDS.length,
  Home: () => 0,
  End: () => TAB_IDS.length - 1,
};

/**
 * Tabs that are links to their panels. The hash keeps the open one after a reload, and without script the links lead down
 * the page, which shows all three panels.
 */
export function ProductTabs({ panels }: { panels: Record<TabId, ReactNode> }) {
  const { t } = useTranslation('product');
  const { search } = useLocation();
  const navigate = useNavigate();
  const list = useRef<HTMLDivElement>(null);
  const { openId, isHydrated } = useHashTab(TAB_IDS);
  // After hydration no element has the id of the hash: React Router would scroll to it on every change of tabs.
  const panelId = (id: TabId) => (isHydrated ? `panel-${id}` : id);
  const labels = { buy: t('tab-buy'), description: t('tab-description'), instruction: t('tab-instruction') };

  function open(id: TabId): void {
    void navigate({ search, hash: id }, { replace: true, preventScrollReset: true });
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const index = event.key === ' ' ? TAB_IDS.indexOf(openId) : MOVES[event.key]?.(TAB_IDS.indexOf(openId));
    const next = index === undefined ? undefined : TAB_IDS[index];
    if (!next) return;
    event.preventDefault();
    open(next);
    list.current?.querySelector<HTMLElement>(`#tab-${next}`)?.focus();
  }

  return (
    <div className={styles.tabs} data-hydrated={isHydrated || undefined}>
      <div ref={list} role="tablist" aria-label={t('tabs')} className={styles.list} onKeyDown={onKeyDown}>
        {TAB_IDS.map((id) => (
          <Link
            key={id}
            to={{ search, hash: id }}
            replace
            preventScrollReset
            role="tab"
            id={`tab-${id}`}
            aria-selected={id === openId}
            aria-controls={panelId(id)}
            tabIndex={id === openId ? 0 : -1}
            className={styles.tab}
          >
            {labels[id]}
          </Link>
        ))}
      </div>
      {TAB_IDS.map((id) => (
        <div
          key={id}
          role="tabpanel"
          id={panelId(id)}
          aria-labelledby={`tab-${id}`}
          // The other panels hold only text. Before hydration a link to one would show a focus ring on it.
          tabIndex={isHydrated && id !== 'buy' ? 0 : undefined}
          className={styles.panel}
          data-open={id === openId || undefined}
        >
          {/* Visible only without script, where all panels are shown below each other. */}
          <h2 className={styles.heading}>{labels[id]}</h2>
          {panels[id]}
        </div>
      ))}
    </div>
  );
}

const never = () => () => {};

/** The hash names the open tab. The server does not get the hash, so the first tab is open until hydration. */
function useHashTab<Id extends string>(ids: readonly [Id, ...Id[]]): { openId: Id; isHydrated: boolean } {
  const { hash } = useLocation();
  const isHydrated = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return { openId: (isHydrated && ids.find((id) => `#${id}` === hash)) || ids[0], isHydrated };
}
