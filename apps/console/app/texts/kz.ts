const files = import.meta.glob<Record<string, string>>('./kz/*.json', { eager: true, import: 'default' });

export default Object.fromEntries(
  Object.entries(files).map(([path, texts]) => [path.slice('./kz/'.length, -'.json'.length), texts]),
);
