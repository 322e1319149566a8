import { ConfigError, parseConfig } from './config.ts';

export const KEY = '3f1c9a7e5b08d264f3a1c7e90b5d8264e19f3c7a05b8d2461f3ca79e50b8d246';
/** The variables that production needs. */
export const PRODUCTION = {
  SHOP_MODE: 'production',
  DATABASE_URL: 'postgresql://oyna:secret@db.example:5432/oyna',
  PUBLIC_URL: 'https://oyna.example',
  KEY_ENCRYPTION_KEY: KEY,
  SELLER_DETAILS: 'Oyna LLP, 123456789012, Almaty',
};

export function faultsOf(environment: Record<string, string>): string[] {
  try {
    parseConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
}
