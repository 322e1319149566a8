/** The demo customer. The README publishes the password. */
export const DEMO_CUSTOMER = {
  login: 'demo',
  password: 'Demo!pass1',
  email: 'demo@example.com',
  firstName: 'Алия',
  lastName: 'Демо',
  country: 'KZ',
  language: 'ru',
} as const;
