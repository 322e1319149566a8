import { Button, ButtonLink } from '@oyna/ui/button';
import { Checkbox } from '@oyna/ui/checkbox';
import { Dialog } from '@oyna/ui/dialog';
import { VisuallyHidden } from '@oyna/ui/visually-hidden';
import type { ReactNode } from 'react';
import { Form } from 'react-router';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import styles from './filter-form.module.css';
import type { FilterGroup, FilterPanel } from './filter-panel.ts';
import sheetStyles from './filter-sheet.module.css';
import { FilterValues } from './filter-values.tsx';
import type { ListingQuery } from './listing-query.ts';
import { PriceFields } from './price-fields.tsx';
import { useShowText } from './use-count-text.ts';
import { useFilterForm } from './use-filter-form.ts';
import { WorksForMe } from './works-for-me.tsx';

export interface FilterFormProps {
  path: string;
  query: ListingQuery;
  panel: FilterPanel;
  /** In a sheet: the button at its end, and what happens when it is pressed. */
  end?: ReactNode;
  onDone?: () => void;
}

/** A form that sends itself as an address. With script each change is applied at once. */
export function FilterForm({ path, query, panel, end, onDone }: FilterFormProps) {
  const { t } = useTranslation('listing');
  const { form, apply, onType } = useFilterForm({ path, query, isOneStep: onDone !== undefined });
  return (
    <Form
      ref={form}
      action={path}
      className={styles.form}
      aria-label={t('filters')}
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        apply();
        onDone?.();
      }}
    >
      {query.name && <input type="hidden" name="name" value={query.name} />}
      {query.categoryname && <input type="hidden" name="categoryname" value={query.categoryname} />}
      {query.sort && <input type="hidden" name="sort" value={query.sort} />}
      <fieldset className={styles.group}>
        <legend className={styles.title}>{t('filter-only')}</legend>
        {(['stock', 'sale'] as const).map((name) => (
          <Checkbox
            key={name}
            name={name}
            value="true"
            defaultChecked={query[name]}
            onChange={() => apply()}
            label={
              <>
                {t(`filter-${name}`)} <span className={styles.count}>{panel[name]}</span>
              </>
            }
          />
        ))}
      </fieldset>
      <PriceFields query={query} onType={onType} hasButton={!onDone} />
      {panel.groups.map(
        (group) =>
          isUseful(group, query[group.name]) && (
            <FilterValues key={group.name} group={group} chosen={query[group.name]} onChange={() => apply()}>
              {group.name === 'region' && panel.countries.length > 0 && (
                <WorksForMe
                  countries={panel.countries}
                  chosen={query.region}
                  onChoose={(region) => apply({ region })}
                />
              )}
            </FilterValues>
          ),
      )}
      {end ?? (
        <noscript>
          <Button type="submit" isWide>
            {t('apply')}
          </Button>
        </noscript>
      )}
    </Form>
  );
}

/** One value that all games have narrows nothing. */
const isUseful = ({ values }: FilterGroup, chosen: readonly string[]) => values.length > 1 || chosen.length > 0;

interface FilterDialogProps {
  path: string;
  query: ListingQuery;
  panel: FilterPanel;
  total: number | undefined;
  isMore: boolean;
  isOpen: boolean;
  onClose(): void;
}

/** A sheet on phones. Its button has the number of products that the filters leave. */
export function FilterDialog({ path, query, panel, total, isMore, isOpen, onClose }: FilterDialogProps) {
  const { t } = useTranslation('listing');
  const show = useShowText(total, isMore);
  return (
    <Dialog title={t('filters')} isOpen={isOpen} onClose={onClose}>
      <FilterForm
        path={path}
        query={query}
        panel={panel}
        onDone={onClose}
        end={
          <div className={sheetStyles.end}>
            <VisuallyHidden>
              <span role="status">{show}</span>
            </VisuallyHidden>
            {panel.active.length > 0 && (
              <ButtonLink to={panel.clearHref} preventScrollReset>
                {t('filters-clear')}
              </ButtonLink>
            )}
            <Button type="submit" variant="primary" isWide>
              {show}
            </Button>
          </div>
        }
      />
    </Dialog>
  );
}
