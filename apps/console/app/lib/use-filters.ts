import { useSearchParams } from 'react-router';

export interface Filters<Name extends string> {
  /** Those that are set. Ready for the query of a call. */
  values: Partial<Record<Name, string>>;
  isFiltered: boolean;
  set(name: Name, value: string): void;
  clear(): void;
}

/** Filters of a list, kept in the address, so that a link opens the same list. An empty value removes the filter. */
export function useFilters<Name extends string>(names: readonly Name[]): Filters<Name> {
  const [parameters, setParameters] = useSearchParams();
  const values: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const value = parameters.get(name);
    if (value) values[name] = value;
  }
  const change = (edit: (next: URLSearchParams) => void) =>
    setParameters(
      (before) => {
        const next = new URLSearchParams(before);
        edit(next);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return {
    values,
    isFiltered: Object.keys(values).length > 0,
    set: (name, value) => change((next) => void (value ? next.set(name, value) : next.delete(name))),
    clear: () =>
      change((next) => {
        for (const name of names) next.delete(name);
      }),
  };
}
