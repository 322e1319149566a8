import type { TextValues } from '@oyna/domain/translate';
import type { TFunction } from 'i18next';
import type { Namespace } from './namespaces.ts';
import type { TextSource } from './text-source.ts';

type Translate = (key: string, values?: TextValues) => string;

const known = new WeakMap<TextSource, Map<string, Translate>>();

/** Returns `t` of a language and namespace, the same function every time, so that effects may depend on it. */
export function textsOf<N extends Namespace>(source: TextSource, language: string, namespace: N): TFunction<N> {
  const ofSource = known.get(source) ?? new Map<string, Translate>();
  known.set(source, ofSource);
  const id = `${language} ${namespace}`;
  const t = ofSource.get(id) ?? source.getFixedT(language, namespace);
  ofSource.set(id, t);
  return t as unknown as TFunction<N>;
}
