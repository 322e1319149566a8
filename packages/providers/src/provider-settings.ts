/** How a provider of the outside world is configured. The definition of each provider names its environment variables. */

export interface Credential {
  variable: string;
  /** What the demo and its sandbox use. Production refuses it. */
  demo: string;
}

/** What a definition may ask while its settings are read. */
export interface SettingsReader {
  read(variable: string): string | undefined;
  isDemo: boolean;
}

export interface ConfigurableProvider {
  /** In addresses, tables and messages. The sandbox is mounted under it. */
  name: string;
  /** The real address, and the variable that replaces it. */
  url: string;
  urlVariable: string;
  /** All of them, or the provider is not offered. */
  credentials: Readonly<Record<string, Credential>>;
  /** Further settings, with what is read from the environment. */
  options?: (reader: SettingsReader) => object;
}

/** The address, the credentials and the options of a provider. */
export interface ProviderSettings {
  baseUrl: string;
}

export interface EnvironmentReader {
  read(variable: string): string | undefined;
  url(variable: string, protocols: string[]): string | undefined;
  /** Where the sandboxes are. Undefined in production. */
  sandboxUrl: string | undefined;
  fault(line: string): void;
}

/** The settings of the providers that have credentials, by name. */
export function readProviderSettings(
  providers: readonly ConfigurableProvider[],
  reader: EnvironmentReader,
): Record<string, ProviderSettings> {
  const entries = providers.flatMap((provider) => {
    const baseUrl =
      reader.url(provider.urlVariable, ['http:', 'https:']) ??
      (reader.sandboxUrl === undefined ? provider.url : `${reader.sandboxUrl}/${provider.name}`);
    const credentials = readCredentials(provider, reader);
    if (!credentials) return [];
    const options = provider.options?.({ read: reader.read, isDemo: reader.sandboxUrl !== undefined });
    return [[provider.name, { baseUrl, ...credentials, ...options }] as const];
  });
  return Object.fromEntries(entries);
}

function readCredentials(
  { credentials }: ConfigurableProvider,
  { read, sandboxUrl, fault }: EnvironmentReader,
): Record<string, string> | undefined {
  const isDemo = sandboxUrl !== undefined;
  const found = Object.entries(credentials).map(([name, { variable, demo }]) => {
    const value = read(variable) ?? (isDemo ? demo : undefined);
    return { name, variable, value, isDemoValue: value === demo };
  });
  const given = found.find(({ value }) => value !== undefined);
  if (!given) return undefined;
  const missing = found.filter(({ value }) => value === undefined);
  for (const { variable } of missing) fault(`${variable} is missing: ${given.variable} needs it`);
  if (missing.length > 0) return undefined;
  if (!isDemo && found.some(({ isDemoValue }) => isDemoValue)) {
    const verb = found.length === 1 ? 'is' : 'are';
    fault(
      `${found.map(({ variable }) => variable).join(' and ')} ${verb} not valid: SHOP_MODE=production needs your own`,
    );
  }
  return Object.fromEntries(found.map(({ name, value = '' }) => [name, value]));
}
