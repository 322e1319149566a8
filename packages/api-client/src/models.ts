import type { components, paths } from './schema.gen.ts';

/** Names for the shapes that answers are made of; what they hold comes from the OpenAPI document. */

type Schemas = components['schemas'];

export type Alert = Schemas['Alert'];
export type NewAlert = paths['/api/v1/user/alerts']['post']['requestBody']['content']['application/json'];
export type Basket = Schemas['Basket'];
export type BasketItem = Schemas['BasketItem'];
export type Category = Schemas['Category'];
export type Favourite = Schemas['Favourite'];
export type GameCard = Schemas['GameCard'];
export type GameDetail = Schemas['GameDetail'];
export type RelatedGames = Schemas['RelatedGames'];
export type Gift = Schemas['Gift'];
export type Group = Schemas['Group'];
export type Showcase = Schemas['Showcase'];
export type ListedRate = Schemas['Currency'];
export type NewsItem = Schemas['NewsItem'];
export type Notification = Schemas['Notification'];
export type Order = Schemas['Order'];
export type Receipt = Schemas['Receipt'];
export type PaymentLink = Schemas['PaymentLink'];
export type ActivationRule = Schemas['ActivationRule'];
export type PaymentMethod = Schemas['PaymentMethod'];
export type OwnReview = Schemas['OwnReview'];
export type Product = Schemas['Product'];
export type SessionItem = Schemas['Session'];
export type TopUp = Schemas['TopUp'];
export type TopUpOptions = Schemas['TopUpOptions'];
export type TopUpQuote = Schemas['TopUpQuote'];
export type User = Schemas['User'];
export type ReviewsPage = Schemas['ReviewsPage'];
