import { type ComponentType, useEffect, useRef, useState } from 'react';
import type { FilterFormProps } from './filter-form.tsx';
import './filter-form.module.css';

type Form = ComponentType<FilterFormProps>;

export const loadFilterForm = () => import('./filter-form.tsx');

const ServerForm: Form | undefined = import.meta.env.SSR ? (await loadFilterForm()).FilterForm : undefined;
let loaded: Form | undefined;

/**
 * The form beside a list. The server renders it; its script is loaded in wide windows only, because others show the form in
 * a sheet. Until then, and if it cannot be loaded, each change sends the form as it is.
 */
export function LazyFilterForm(props: FilterFormProps) {
  const [Loaded, setLoaded] = useState(() => loaded);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (Loaded) return;
    place.current?.addEventListener('change', ({ currentTarget }) =>
      (currentTarget as HTMLElement).querySelector('form')?.requestSubmit(),
    );
    if (!matchMedia('(min-width: 1024px)').matches) return;
    loadFilterForm().then(
      ({ FilterForm }) => {
        loaded = FilterForm;
        setLoaded(() => FilterForm);
      },
      () => {},
    );
  }, [Loaded]);
  const Shown = ServerForm ?? Loaded;
  if (!Shown) {
    // React keeps what the server has rendered.
    // biome-ignore lint/security/noDangerouslySetInnerHtml: it sets nothing
    return <div key="server" ref={place} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />;
  }
  return (
    <div data-loaded={ServerForm ? undefined : ''}>
      <Shown {...props} />
    </div>
  );
}
