import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import styles from './tabs.module.css';

interface Tab {
  id: string;
  label: ReactNode;
  content: ReactNode;
}

interface TabsProps {
  label: string;
  tabs: readonly Tab[];
}

const MOVES: Record<string, (index: number, count: number) => number> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_index, count) => count - 1,
};

/** All panels are in the page, so that search engines and "find in page" see them. */
export function Tabs({ label, tabs }: TabsProps) {
  const prefix = useId();
  const [activeId, setActiveId] = useState(tabs[0]?.id);
  const list = useRef<HTMLDivElement>(null);

  function onKeyDown(event: KeyboardEvent) {
    const index = tabs.findIndex((tab) => tab.id === activeId);
    const next = MOVES[event.key]?.(index, tabs.length);
    if (next === undefined) return;
    event.preventDefault();
    setActiveId(tabs[next]?.id);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus();
  }

  return (
    <div>
      <div role="tablist" aria-label={label} className={styles.list} ref={list} onKeyDown={onKeyDown}>
        {tabs.map(({ id, label: text }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`${prefix}-tab-${id}`}
            aria-selected={id === activeId}
            aria-controls={`${prefix}-panel-${id}`}
            tabIndex={id === activeId ? 0 : -1}
            className={styles.tab}
            onClick={() => setActiveId(id)}
          >
            {text}
          </button>
        ))}
      </div>
      {tabs.map(({ id, content }) => (
        <div
          key={id}
          role="tabpanel"
          id={`${prefix}-panel-${id}`}
          aria-labelledby={`${prefix}-tab-${id}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel may hold nothing but text to scroll through
          tabIndex={0}
          hidden={id !== activeId}
          className={styles.panel}
        >
          {content}
        </div>
      ))}
    </div>
  );
}
