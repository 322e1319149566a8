import { cx } from '@oyna/ui/class-names';
import { Link } from '@oyna/ui/link';
import { ArrowRight, LayoutGrid } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Picture } from '~/components/picture.tsx';
import { Price } from '~/components/price.tsx';
import { regionName } from '~/lib/game-words.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import styles from './suggestion-list.module.css';
import { resultsPath, type Suggestions } from './suggestions.ts';

interface SuggestionListProps {
  id: string;
  query: string;
  suggestions: Suggestions;
  active: number;
  optionId(index: number): string;
  onChoose(): void;
}

/** The focus stays in the box; an option is only pointed at. */
export function SuggestionList({ id, query, suggestions, active, optionId, onChoose }: SuggestionListProps) {
  const { t } = useTranslation();
  const { games, categories } = suggestions;
  const option = (index: number, to: string) => ({ id: optionId(index), to, isActive: index === active, onChoose });
  return (
    // A press must not move the focus, or the list would close before the click.
    // biome-ignore lint/a11y/noStaticElementInteractions: it keeps the focus where it is and does nothing else
    <div className={styles.panel} onMouseDown={(event) => event.preventDefault()}>
      {games.length + categories.length === 0 && <p className={styles.label}>{t('no-suggestions')}</p>}
      <div role="listbox" id={id} aria-label={t('suggestions')}>
        {games.length > 0 && (
          <Group label={t('suggested-games')}>
            {games.map((game, index) => (
              <Option key={game.to} {...option(index, game.to)}>
                <span className={styles.cover}>
                  <Picture address={game.picture} variant="poster" sizes="40px" alt="" colour={game.colour} />
                </span>
                <span className={styles.text}>
                  <span className={styles.name}>{game.name}</span>
                  <span className={styles.facts}>
                    {[game.platform, regionName(game.region, t)].filter(Boolean).join(' · ')}
                  </span>
                </span>
                <Price cents={game.price} missing={t('sold-out')} />
              </Option>
            ))}
          </Group>
        )}
        {categories.length > 0 && (
          <Group label={t('suggested-categories')}>
            {categories.map(({ to, title }, index) => (
              <Option key={to} {...option(games.length + index, to)}>
                <LayoutGrid size={18} className={styles.icon} aria-hidden="true" />
                <span className={styles.text}>{title}</span>
              </Option>
            ))}
          </Group>
        )}
        <Option {...option(games.length + categories.length, resultsPath(query))}>
          <span className={styles.all}>{t('all-results', { query })}</span>
          <ArrowRight size={18} className={styles.icon} aria-hidden="true" />
        </Option>
      </div>
    </div>
  );
}

function Group({ label, children }: { label: string; children: ReactNode }) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a list box has groups, not field sets
    <div role="group" aria-labelledby={id} className={styles.group}>
      <p id={id} className={styles.label} role="presentation">
        {label}
      </p>
      {children}
    </div>
  );
}

interface OptionProps {
  id: string;
  to: string;
  isActive: boolean;
  onChoose(): void;
  children: ReactNode;
}

function Option({ id, to, isActive, onChoose, children }: OptionProps) {
  return (
    <Link
      id={id}
      to={to}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      className={cx(styles.option, isActive && styles.active)}
      onClick={onChoose}
    >
      {children}
    </Link>
  );
}
