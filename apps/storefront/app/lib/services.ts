import { createContext, type RouterContextProvider } from 'react-router';

/** What the server lends to the pages; see createLoadContext in entry.server.tsx. */
export interface StorefrontServices {
  /** Answers /api/… in the same process. */
  fetch: typeof fetch;
  storeName: string;
  /** Without a slash at the end. */
  publicUrl: string;
  demo: boolean;
  /** Where the stand-ins of the demo are. */
  sandboxUrl: string | undefined;
  production: boolean;
}

export const servicesContext = createContext<StorefrontServices>();

/** `react-router dev` knows no server of ours: there the API is a store that runs next to it. */
const DEVELOPMENT_SERVICES: StorefrontServices = {
  fetch: (input, init) => fetch(input, init),
  storeName: 'Oyna',
  publicUrl: 'http://127.0.0.1:3000',
  demo: true,
  sandboxUrl: 'http://localhost:3001',
  production: false,
};

export function servicesOf(context: Readonly<RouterContextProvider>): StorefrontServices {
  try {
    return context.get(servicesContext);
  } catch (error) {
    if (import.meta.env.DEV) return DEVELOPMENT_SERVICES;
    throw error;
  }
}
