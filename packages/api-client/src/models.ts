import type { components } from './schema.gen.ts';

/** Names for the shapes that answers are made of; what they hold comes from the OpenAPI document. */

type Schemas = components['schemas'];

export type Category = Schemas['Category'];
export type GameCard = Schemas['GameCard'];
export type Group = Schemas['Group'];
export type ListedRate = Schemas['Currency'];
export type Product = Schemas['Product'];
