import 'i18next';
import type about from '../../../public/locales/ru/about.json';
import type accountMeta from '../../../public/locales/ru/account-meta.json';
import type alerts from '../../../public/locales/ru/alerts.json';
import type cart from '../../../public/locales/ru/cart.json';
import type common from '../../../public/locales/ru/common.json';
import type favourites from '../../../public/locales/ru/favourites.json';
import type genres from '../../../public/locales/ru/genres.json';
import type gifts from '../../../public/locales/ru/gifts.json';
import type guarantee from '../../../public/locales/ru/guarantee.json';
import type home from '../../../public/locales/ru/home.json';
import type infoMeta from '../../../public/locales/ru/info-meta.json';
import type legal from '../../../public/locales/ru/legal.json';
import type listing from '../../../public/locales/ru/listing.json';
import type listingMeta from '../../../public/locales/ru/listing-meta.json';
import type menu from '../../../public/locales/ru/menu.json';
import type meta from '../../../public/locales/ru/meta.json';
import type news from '../../../public/locales/ru/news.json';
import type notifications from '../../../public/locales/ru/notifications.json';
import type offline from '../../../public/locales/ru/offline.json';
import type orders from '../../../public/locales/ru/orders.json';
import type payment from '../../../public/locales/ru/payment.json';
import type product from '../../../public/locales/ru/product.json';
import type productDetails from '../../../public/locales/ru/product-details.json';
import type profile from '../../../public/locales/ru/profile.json';
import type reviews from '../../../public/locales/ru/reviews.json';
import type signIn from '../../../public/locales/ru/sign-in.json';
import type support from '../../../public/locales/ru/support.json';
import type topUp from '../../../public/locales/ru/top-up.json';

/** Makes `t('no-such-key')` a type error. A new file of texts is added here and to Namespace. */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    keySeparator: false;
    resources: {
      about: typeof about;
      cart: typeof cart;
      common: typeof common;
      favourites: typeof favourites;
      genres: typeof genres;
      guarantee: typeof guarantee;
      home: typeof home;
      'info-meta': typeof infoMeta;
      legal: typeof legal;
      listing: typeof listing;
      'listing-meta': typeof listingMeta;
      menu: typeof menu;
      meta: typeof meta;
      news: typeof news;
      offline: typeof offline;
      gifts: typeof gifts;
      orders: typeof orders;
      payment: typeof payment;
      product: typeof product;
      'product-details': typeof productDetails;
      'account-meta': typeof accountMeta;
      alerts: typeof alerts;
      notifications: typeof notifications;
      profile: typeof profile;
      reviews: typeof reviews;
      'sign-in': typeof signIn;
      support: typeof support;
      'top-up': typeof topUp;
    };
  }
}
