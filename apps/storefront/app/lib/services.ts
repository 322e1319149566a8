import { createContext, type RouterContextProvider } from 'react-router';

/** What the server passes to the pages; see createLoadContext in entry.server.tsx. */
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
  /** The version of the build. */
  version: string;
  contacts: StoreContacts;
  socialPages: SocialPages;
}

/** The pages of the store in social networks. */
export type SocialPages = Partial<Record<'telegram' | 'vk' | 'instagram' | 'youtube', string | undefined>>;

/** The contacts of the store. The texts of the pages replace missing ones. */
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
