const files = import.meta.glob<Record<string, string>>('./en/*.json', { eager: true, import: 'default' });

export default Object.fromEntries(
  Object.entries(files).map(([path, texts]) => [path.slice('./en/'.length, -'.json'.length), texts]),
);
