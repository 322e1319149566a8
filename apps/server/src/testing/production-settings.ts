import { randomBytes } from 'node:crypto';

/** The smallest environment of a production store on this database. */
export const productionSettings = (databaseUrl: string): Record<string, string> => ({
  SHOP_MODE: 'production',
  DATABASE_URL: databaseUrl,
  PUBLIC_URL: 'https://shop.example',
  KEY_ENCRYPTION_KEY: randomBytes(32).toString('hex'),
  // There is no such host: the store opens without rates.
  NATIONAL_BANK_URL: 'https://bank.invalid',
  SELLER_DETAILS: 'Oyna LLP, 123456789012, Almaty',
});
