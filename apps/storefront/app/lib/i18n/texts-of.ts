import type { TFunction } from 'i18next';
import type { Namespace } from './namespaces.ts';
import type { TextSource, TextValues } from './text-source.ts';

type Translate = (key: string, values?: TextValues) => string;

const known = new WeakMap<TextSource, Map<string, Translate>>();

/**
 * `t` of a language and namespace, the same function every time. Texts without values in them, or with a mere number,
 * are looked up once: a page of a hundred cards has the same ten words on each, and i18next takes its time over them.
 */
export function textsOf<N extends Namespace>(source: TextSource, language: string, namespace: N): TFunction<N> {
  const ofInstance = known.get(source) ?? new Map<string, Translate>();
  known.set(source, ofInstance);
  const id = `${language} ${namespace}`;
  const t = ofInstance.get(id) ?? remembering(source.getFixedT(language, namespace));
  ofInstance.set(id, t);
  return t as unknown as TFunction<N>;
}

const MOST_REMEMBERED = 2_000;

function remembering(translate: Translate): Translate {
  const texts = new Map<string, string>();
  return (key, values) => {
    if (values && (values.count === undefined || Object.keys(values).length > 1)) return translate(key, values);
    const id = values ? `${key} ${values.count}` : key;
    const text = texts.get(id) ?? translate(key, values);
    if (texts.size >= MOST_REMEMBERED) texts.clear();
    // A key instead of a text means that the texts are not there yet.
    if (text !== key) texts.set(id, text);
    return text;
  };
}
