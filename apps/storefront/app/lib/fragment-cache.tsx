import { createContext, type ReactNode, use } from 'react';
import { useCurrency } from './currency/currency-context.tsx';
import { useI18n } from './i18n/use-translation.ts';
import { useTheme } from './theme/theme-context.tsx';

/** How a page that is being rendered uses markup of an earlier page. */
export interface FragmentCache {
  /** A placeholder for cached markup, if there is any. */
  find(data: object, key: string): string | undefined;
  /** Two markers around new markup, so that it can be cut out of the page. */
  record(data: object, key: string): { start: string; end: string };
}

/** Undefined in browsers. */
export const FragmentCacheContext = createContext<FragmentCache | undefined>(undefined);

interface CachedFragmentProps {
  /** The data that the fragment shows. The cache forgets the markup together with this object. */
  data: object;
  /** What else it depends on, and which fragment it is where several share their data. */
  id?: string;
  /** Starts and ends with an element. */
  children: () => ReactNode;
}

/**
 * A part of a page that depends on its data, id, language, currency and theme only. The server renders it once; browsers
 * hydrate it like any other (docs/decisions/010).
 */
export const CachedFragment = import.meta.env.SSR ? ServerFragment : BrowserFragment;

/** In the place of the markers is nothing, so that the tree is the one that the server has rendered. */
function BrowserFragment({ children }: CachedFragmentProps) {
  return (
    <>
      {undefined}
      {children()}
      {undefined}
    </>
  );
}

function ServerFragment({ data, id = '', children }: CachedFragmentProps) {
  const cache = use(FragmentCacheContext);
  const { language } = useI18n();
  const { active, list } = useCurrency();
  const { theme } = useTheme();
  const key = `${id} ${language} ${active?.name} ${active?.amount} ${list.length} ${theme}`;
  const placeholder = cache?.find(data, key);
  if (placeholder !== undefined) return placeholder;
  const markers = cache?.record(data, key);
  return (
    <>
      {markers?.start}
      {children()}
      {markers?.end}
    </>
  );
}

/** What a loader returns as one text: the router's encoder is slow for hundreds of values (docs/decisions/019). */
export interface Packed<Value> {
  json: string;
  /** Not sent. On the server it is the value itself, with the objects that fragments are kept by. */
  value?: Value;
}

export function pack<Value>(value: Value): Packed<Value> {
  return Object.defineProperty({ json: JSON.stringify(value) }, 'value', { value });
}

/** The same value each time. */
export function unpack<Value>(packed: Packed<Value>): Value {
  packed.value ??= JSON.parse(packed.json) as Value;
  return packed.value;
}
