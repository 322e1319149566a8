import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { optionPaths, type Suggestions } from './suggestions.ts';
import { useSuggestions } from './use-suggestions.ts';

interface SearchBoxControl {
  input: RefObject<HTMLInputElement | null>;
  listId: string;
  /** The text that the suggestions are for. */
  query: string;
  suggestions: Suggestions | undefined;
  isOpen: boolean;
  active: number;
  /** What the address says is being searched for. */
  initial: string;
  optionId(index: number): string;
  onInput(): void;
  onKeyDown(event: KeyboardEvent): void;
  onBlur(event: FocusEvent): void;
  clear(): void;
  /** Closes the list and, on phones, gives the header its width back. */
  leave(): void;
}

/** The keyboard and the state of a combobox: arrows choose, Enter goes, Escape closes first the list, then the box. */
export function useSearchBox(): SearchBoxControl {
  const listId = useId();
  const navigate = useNavigate();
  const initial = useSearchParams()[0].get('name') ?? '';
  const input = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState('');
  const [isWanted, setWanted] = useState(false);
  const [active, setActive] = useState(-1);
  const suggestions = useSuggestions(isWanted ? query : '');
  const isOpen = isWanted && suggestions !== undefined;
  const paths = isOpen ? optionPaths(suggestions, query) : [];
  const optionId = (index: number) => `${listId}-${index}`;

  // The input is uncontrolled, so that text typed before hydration stays. Only a new address changes it.
  useEffect(() => {
    if (input.current && document.activeElement !== input.current) input.current.value = initial;
  }, [initial]);

  const close = () => {
    setWanted(false);
    setActive(-1);
  };
  const leave = () => {
    close();
    input.current?.blur();
  };
  const onInput = () => {
    const text = input.current?.value.trim() ?? '';
    setQuery(text);
    setActive(-1);
    setWanted(text !== '');
  };
  const move = (step: number) => {
    // Between the last and the first there is the box itself, where nothing is chosen.
    const next = ((active + 1 + step + paths.length + 1) % (paths.length + 1)) - 1;
    setActive(next);
    document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const path = paths[active];
    if (event.key === 'ArrowDown' && isOpen) move(1);
    else if (event.key === 'ArrowUp' && isOpen) move(-1);
    else if (event.key === 'ArrowDown') onInput();
    else if (event.key === 'Escape') isOpen ? close() : leave();
    else if (event.key === 'Enter' && path !== undefined) {
      leave();
      void navigate(path);
    } else return;
    event.preventDefault();
  };
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) close();
  };
  const clear = () => {
    if (!input.current) return;
    input.current.value = '';
    input.current.focus();
    onInput();
  };

  return {
    input,
    listId,
    query,
    suggestions,
    isOpen,
    active,
    initial,
    optionId,
    onInput,
    onKeyDown,
    onBlur,
    clear,
    leave,
  };
}
