import {
  type MainAttribute,
  mapAttributes,
  mapMainAttributes,
  type OfferAttribute,
} from '@oyna/domain/offer-attributes';
import Type, { type TOptional, type TString } from 'typebox';

type AttributeFields = Record<MainAttribute, TString> &
  Record<Exclude<OfferAttribute, MainAttribute>, TOptional<TString>>;

/** The attributes of an offer in files and drafts. Those that were added later may be missing, so older ones stay valid. */
export const attributeFields = (schema: TString): AttributeFields => ({
  ...mapAttributes(() => Type.Optional(schema)),
  ...mapMainAttributes(() => schema),
});
