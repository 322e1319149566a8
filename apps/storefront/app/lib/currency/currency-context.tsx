import { CURRENCY_REFRESH_MS } from '@oyna/domain/constants';
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from 'react';
import { logFailure } from '../log.ts';
import {
  chooseCurrency,
  type RatedCurrency,
  readChoices,
  rememberCurrency,
  rememberCurrencyList,
} from './currency-list.ts';

interface CurrencyChoice {
  list: readonly RatedCurrency[];
  active: RatedCurrency | undefined;
  choose(name: string): void;
}

interface CurrencyProviderProps {
  list: readonly RatedCurrency[];
  /** The currency of the rendered prices. */
  activeName: string | undefined;
  fetchList(): Promise<readonly RatedCurrency[]>;
  children: ReactNode;
}

const CurrencyContext = createContext<CurrencyChoice>({ list: [], active: undefined, choose: () => {} });

export function CurrencyProvider({ list: rendered, activeName, fetchList, children }: CurrencyProviderProps) {
  const [refreshed, setRefreshed] = useState<readonly RatedCurrency[]>();
  const [name, setName] = useState(activeName);
  const list = refreshed ?? rendered;

  const choose = useCallback((next: string) => {
    setName(next);
    rememberCurrency(next);
  }, []);

  useEffect(() => {
    const chosen = chooseCurrency(rendered, readChoices());
    if (chosen) choose(chosen.name);
  }, [rendered, choose]);

  useEffect(() => rememberCurrencyList(list), [list]);

  useEffect(() => {
    const refresh = () =>
      fetchList().then(setRefreshed, (error: unknown) => logFailure('currencies were not refreshed', error));
    const timer = setInterval(refresh, CURRENCY_REFRESH_MS);
    return () => clearInterval(timer);
  }, [fetchList]);

  const value = useMemo(
    () => ({ list, active: list.find((currency) => currency.name === name) ?? list[0], choose }),
    [list, name, choose],
  );
  return <CurrencyContext value={value}>{children}</CurrencyContext>;
}

export function useCurrency(): CurrencyChoice {
  return use(CurrencyContext);
}
