import { createContext, type RouterContextProvider } from 'react-router';

/** What the server lends to the pages; see createLoadContext in entry.server.tsx. */
export interface StorefrontServices {
  /** Answers /api/… in the same process. */
  fetch: typeof fetch;
  storeName: string;
  /** Without a slash at the end. */
  publicUrl: string;
  demo: boolean;
  /** The address of the sandboxes of the demo. */
  sandboxUrl: string | undefined;
  production: boolean;
  /** Of the build; another one after any change of its files. */
  version: string;
  contacts: StoreContacts;
  socialPages: SocialPages;
}

/** The store's own pages in the networks, as far as it has any. */
export type SocialPages = Partial<Record<'telegram' | 'vk' | 'instagram' | 'youtube', string | undefined>>;

/** Where the store can be reached. What the operator has not given is left to the texts of the pages. */
export interface StoreContacts {
  supportEmail: string;
  partnersEmail: string;
  city: string | undefined;
  address: string | undefined;
  /** The seller's name, numbers and address, as a contract needs them. */
  seller: string | undefined;
}

export const servicesContext = createContext<StorefrontServices>();

/** `react-router dev` has no Fastify server: the API is another store that runs beside it. */
const DEVELOPMENT_SERVICES: StorefrontServices = {
  fetch: (input, init) => fetch(input, init),
  storeName: 'Oyna',
  publicUrl: 'http://127.0.0.1:3000',
  demo: true,
  sandboxUrl: 'http://localhost:3001',
  production: false,
  version: 'development',
  contacts: {
    supportEmail: 'support@oyna.example',
    partnersEmail: 'partners@oyna.example',
    city: undefined,
    address: undefined,
    seller: undefined,
  },
  socialPages: {},
};

export function servicesOf(context: Readonly<RouterContextProvider>): StorefrontServices {
  try {
    return context.get(servicesContext);
  } catch (error) {
    if (import.meta.env.DEV) return DEVELOPMENT_SERVICES;
    throw error;
  }
}
