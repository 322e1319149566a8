import type { i18n, TFunction } from 'i18next';
import type { Namespace } from './namespaces.ts';

type Translate = (key: string, options?: { count?: number }) => string;

const known = new WeakMap<i18n, Map<string, Translate>>();

/**
 * `t` of a language and namespace, the same function every time. Texts without values in them, or with a mere number,
 * are looked up once: a page of a hundred cards has the same ten words on each, and i18next takes its time over them.
 */
export function textsOf<N extends Namespace>(instance: i18n, language: string, namespace: N): TFunction<N> {
  const ofInstance = known.get(instance) ?? new Map<string, Translate>();
  known.set(instance, ofInstance);
  const id = `${language} ${namespace}`;
  const t = ofInstance.get(id) ?? remembering(instance.getFixedT(language, namespace) as unknown as Translate);
  ofInstance.set(id, t);
  return t as unknown as TFunction<N>;
}

const MOST_REMEMBERED = 2_000;

function remembering(translate: Translate): Translate {
  const texts = new Map<string, string>();
  return (key, options) => {
    if (options && (options.count === undefined || Object.keys(options).length > 1)) return translate(key, options);
    const id = options ? `${key} ${options.count}` : key;
    const text = texts.get(id) ?? translate(key, options);
    if (texts.size >= MOST_REMEMBERED) texts.clear();
    texts.set(id, text);
    return text;
  };
}
