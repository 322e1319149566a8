import { useCallback, useLayoutEffect, useRef } from 'react';
import { useNavigate, useNavigation, useNavigationType } from 'react-router';
import { type ListingQuery, listingHref } from './listing-query.ts';
import { readListing } from './read-listing.ts';

interface FilterFormOptions {
  path: string;
  query: ListingQuery;
  /** In a sheet all changes are one step of the history. */
  isOneStep?: boolean;
}

/**
 * Applies each change of the form at once, by the same reading of its fields as an address without script. The fields keep
 * their own values; they are set again when the page shows another query, such as on the way back.
 */
export function useFilterForm({ path, query, isOneStep = false }: FilterFormOptions) {
  const form = useRef<HTMLFormElement>(null);
  const typed = useRef(false);
  const hasStepped = useRef(false);
  /** The address that the form waits for. */
  const awaited = useRef<string>(undefined);
  /** Addresses that it waited for until a later change. The page may still show one of them for a moment. */
  const replaced = useRef(new Set<string>());
  const navigate = useNavigate();
  const { state } = useNavigation();
  const isWayBack = useNavigationType() === 'POP';
  const current = listingHref(path, { ...query, page: 1 });

  const open = useCallback(
    (next: ListingQuery) => {
      const href = listingHref(path, { ...next, page: 1 });
      typed.current = false;
      if (awaited.current !== undefined) replaced.current.add(awaited.current);
      awaited.current = href;
      navigate(href, { preventScrollReset: true, replace: isOneStep && hasStepped.current });
      hasStepped.current = true;
    },
    [path, navigate, isOneStep],
  );

  const apply = useCallback(
    (change: Partial<ListingQuery> = {}) => {
      if (form.current) open({ ...readListing(parametersOf(form.current)), ...change });
    },
    [open],
  );

  // With the commit, so that a click right after it meets the fields of the shown query.
  useLayoutEffect(() => {
    if (state !== 'idle' || !form.current) return;
    // A box that was ticked meanwhile keeps its tick.
    if (!isWayBack && current !== awaited.current && replaced.current.has(current)) return;
    awaited.current = undefined;
    replaced.current.clear();
    for (const field of form.current.querySelectorAll('input')) {
      // "Works for me" has no name: it shows what the regions say.
      if (field.type === 'checkbox' && field.name) field.checked = field.defaultChecked;
      else if (field.type === 'text' && !typed.current) field.value = field.defaultValue;
    }
  }, [current, state, isWayBack]);

  const onType = () => {
    typed.current = true;
  };
  return { form, apply, onType };
}

/** With script the country is no field of the form: its regions are. */
function parametersOf(form: HTMLFormElement): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    if (typeof value === 'string' && name !== 'country') parameters.append(name, value);
  }
  return parameters;
}
