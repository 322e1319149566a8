import { useTexts } from '../../lib/texts.tsx';

/** The labels of the fields of games and news. */
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
  series: 'series',
  features: 'features',
  pegi: 'pegi',
  requirements: 'requirements',
  relation: 'relation',
  title: 'news-title',
  summary: 'news-summary',
  body: 'news-body',
} as const;

const isLabelled = (name: string): name is keyof typeof LABELS => Object.hasOwn(LABELS, name);

/** `description.ru` as the screen calls it: "Description, ru". */
export function useFieldName(): (path: string) => string {
  const t = useTexts('catalogue');
  return (path) => {
    const [name = '', ...parts] = path.split('.');
    return [isLabelled(name) ? t(LABELS[name]) : name, ...parts].join(', ');
  };
}
