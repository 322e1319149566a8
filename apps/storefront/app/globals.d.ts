interface ImportMetaEnv {
  /** Set in vite.config.ts; absent in tests. */
  readonly VITE_LOCALES_VERSION?: string;
}
