import 'i18next';
import type common from '../../../public/locales/ru/common.json';
import type home from '../../../public/locales/ru/home.json';
import type listing from '../../../public/locales/ru/listing.json';
import type listingMeta from '../../../public/locales/ru/listing-meta.json';
import type menu from '../../../public/locales/ru/menu.json';
import type meta from '../../../public/locales/ru/meta.json';
import type product from '../../../public/locales/ru/product.json';
import type signIn from '../../../public/locales/ru/sign-in.json';

/** Makes `t('no-such-key')` a type error. A new file of texts is added here and to Namespace. */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    keySeparator: false;
    resources: {
      common: typeof common;
      home: typeof home;
      listing: typeof listing;
      'listing-meta': typeof listingMeta;
      menu: typeof menu;
      meta: typeof meta;
      product: typeof product;
      'sign-in': typeof signIn;
    };
  }
}
