/** The payment providers, by the names of the server. */
const LABELS: Readonly<Record<string, string>> = {
  epoint: 'Epoint',
  kassa24: 'Kassa24',
  platron: 'Platron',
  talkbank: 'TalkBank',
};

export const providerLabel = (name: string) => LABELS[name] ?? name;

/** As choices of a filter. */
export const PROVIDER_CHOICES = Object.entries(LABELS).map(([value, text]) => ({ value, text }));
