const files = import.meta.glob<Record<string, string>>('./ru/*.json', { eager: true, import: 'default' });

export default Object.fromEntries(
  Object.entries(files).map(([path, texts]) => [path.slice('./ru/'.length, -'.json'.length), texts]),
);
