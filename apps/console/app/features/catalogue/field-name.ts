import { hasKey, LANGUAGES, type Language } from '@oyna/domain/constants';
import { ATTRIBUTES } from '@oyna/domain/offer-attributes';
import { LANGUAGE_NAMES, type Translate } from '../../lib/texts.tsx';

/** The labels of the fields of games and news, by their path without numbers. */
const LABELS = {
  name: 'name',
  aliases: 'aliases-lines',
  category: 'category',
  genres: 'game-genres',
  developer: 'game-developer',
  publisher: 'game-publisher',
  released: 'game-released',
  popularity: 'game-popularity',
  description: 'description',
  offers: 'offers',
  'offers.edition': 'offer-edition',
  'offers.type': 'offer-type',
  'offers.price': 'offer-price',
  'offers.priceWithDiscount': 'offer-discount',
  'offers.instruction': 'offer-instruction',
  'offers.available': 'offer-on-sale',
  series: 'series',
  features: 'features',
  pegi: 'pegi',
  'languages.interface': 'language-interface',
  'languages.audio': 'language-audio',
  'languages.subtitles': 'language-subtitles',
  requirements: 'requirements',
  'requirements.minimum': 'requirements-minimum',
  'requirements.recommended': 'requirements-recommended',
  'requirements.note': 'requirements-note',
  relation: 'relation',
  'relation.base': 'base-game',
  title: 'news-title',
  summary: 'news-summary',
  body: 'news-body',
  published: 'published-on',
} as const;

const HARDWARE_LABELS = {
  os: 'hardware-os',
  processor: 'hardware-processor',
  memory: 'hardware-memory',
  graphics: 'hardware-graphics',
  storage: 'hardware-storage',
} as const;

/** A path of the server in the words of the form: `description.en` is "Description, English", `offers.0.price` "Offers 1, Price, $". */
export function nameOfField(path: string, t: Translate<'catalogue'>, shown: Language): string {
  const words: string[] = [];
  let place = '';
  for (const part of path.split('.')) {
    if (/^\d+$/.test(part)) {
      words.push([words.pop(), Number(part) + 1].join(' '));
      continue;
    }
    const language = LANGUAGES.find((one) => one === part);
    place = place === '' ? part : `${place}.${part}`;
    if (language && words.length > 0) words.push(LANGUAGE_NAMES[language]);
    else if (hasKey(LABELS, place)) words.push(t(LABELS[place]));
    else if (place.startsWith('offers.') && hasKey(ATTRIBUTES, part)) words.push(ATTRIBUTES[part].label[shown]);
    else if (place.startsWith('requirements.') && hasKey(HARDWARE_LABELS, part)) words.push(t(HARDWARE_LABELS[part]));
    // "Languages of the voices" says all of `languages.audio`.
    else if (place !== 'languages') words.push(part);
  }
  return words.join(', ') || path;
}

/** Whether the form shows the field, or what contains it. Generated pictures have no fields. */
export function hasField(path: string): boolean {
  const [root = ''] = path.split('.');
  return hasKey(LABELS, root) || root === 'languages';
}

/** Shows the field of a path, such as `offers.0.price`, or what contains it, and puts the cursor there. */
export function showField(path: string): void {
  const parts = path.split('.');
  for (let length = parts.length; length > 0; length--) {
    const name = parts.slice(0, length).join('.');
    const field = document.querySelector<HTMLElement>(`[data-field="${CSS.escape(name)}"]`);
    if (!field) continue;
    field.scrollIntoView({ block: 'center' });
    field.focus({ preventScroll: true });
    return;
  }
}
