import { expect } from 'vitest';
import type { Config } from './config.ts';

/** Values of a variable that are accepted, with what they make of the configuration, and values that are refused. */
export interface Cases {
  good: [value: string, field: keyof Config, read: unknown][];
  bad: string[];
}

const partOf = (name: string, part: object) => expect.objectContaining({ [name]: expect.objectContaining(part) });
const supplierPart = (name: string, part: object) => expect.objectContaining({ suppliers: partOf(name, part) });

/** The variables of outside parties. */
export const PARTNERS: Record<string, Cases> = {
  NATIONAL_BANK_URL: {
    good: [['https://bank.example/', 'nationalBankUrl', 'https://bank.example']],
    bad: ['bank', 'file:///etc/passwd'],
  },
  GOOGLE_CLIENT_ID: { good: [['abc', 'google', expect.objectContaining({ clientId: 'abc' })]], bad: [] },
  GOOGLE_CLIENT_SECRET: { good: [['abc', 'google', expect.objectContaining({ clientSecret: 'abc' })]], bad: [] },
  GOOGLE_ISSUER: {
    good: [
      [
        'https://accounts.google.com/',
        'google',
        { issuer: 'https://accounts.google.com', clientId: 'oyna-demo', clientSecret: 'oyna-demo-secret' },
      ],
    ],
    bad: ['google', 'accounts.google.com', 'javascript:alert(1)'],
  },
  VK_CLIENT_ID: { good: [['51234567', 'vk', { url: 'http://127.0.0.1:3001/vk', clientId: '51234567' }]], bad: [] },
  VK_URL: {
    good: [['https://id.vk.com/', 'vk', { url: 'https://id.vk.com', clientId: '1000001' }]],
    bad: ['vk', 'ftp://id.vk.com'],
  },
  SMTP_URL: {
    good: [
      ['smtp://user:pass@mail.example:587', 'smtpUrl', 'smtp://user:pass@mail.example:587'],
      ['smtps://mail.example/', 'smtpUrl', 'smtps://mail.example'],
    ],
    bad: ['mail.example', 'ftp://mail.example', 'file:///etc/passwd'],
  },
  MAIL_FROM: {
    good: [['shop@oyna.kz', 'mailFrom', 'shop@oyna.kz']],
    bad: ['shop', 'Oyna <shop@oyna.kz>', 'a@b.kz, c@d.kz', 'a@b.kz\nBcc: c@d.kz'],
  },
  SMS_URL: {
    good: [['https://sms.example/send', 'smsUrl', 'https://sms.example/send']],
    bad: ['sms', 'ftp://sms.example'],
  },
  VAPID_PUBLIC_KEY: { good: [], bad: ['abc'] },
  VAPID_PRIVATE_KEY: { good: [], bad: ['abc'] },
  VAPID_SUBJECT: {
    good: [['https://oyna.kz/about', 'push', expect.objectContaining({ subject: 'https://oyna.kz/about' })]],
    bad: ['help@shop.kz', 'http://oyna.kz'],
  },
  PUSH_SANDBOX_URL: {
    good: [['http://127.0.0.1:9', 'push', expect.objectContaining({ testOrigin: 'http://127.0.0.1:9' })]],
    bad: ['push'],
  },
  PLATRON_MERCHANT_ID: { good: [['abc', 'payments', partOf('platron', { merchantId: 'abc' })]], bad: [] },
  PLATRON_SECRET: { good: [['abc', 'payments', partOf('platron', { secret: 'abc' })]], bad: [] },
  PLATRON_URL: {
    good: [['https://pay.example', 'payments', partOf('platron', { baseUrl: 'https://pay.example' })]],
    bad: ['pay.example'],
  },
  EPOINT_PUBLIC_KEY: { good: [['abc', 'payments', partOf('epoint', { publicKey: 'abc' })]], bad: [] },
  EPOINT_PRIVATE_KEY: { good: [['abc', 'payments', partOf('epoint', { privateKey: 'abc' })]], bad: [] },
  EPOINT_URL: {
    good: [['https://pay.example', 'payments', partOf('epoint', { baseUrl: 'https://pay.example' })]],
    bad: ['pay.example'],
  },
  KASSA24_LOGIN: { good: [['abc', 'payments', partOf('kassa24', { login: 'abc' })]], bad: [] },
  KASSA24_PASSWORD: { good: [['abc', 'payments', partOf('kassa24', { password: 'abc' })]], bad: [] },
  KASSA24_URL: {
    good: [['https://pay.example', 'payments', partOf('kassa24', { baseUrl: 'https://pay.example' })]],
    bad: ['pay.example'],
  },
  TALKBANK_PARTNER_ID: { good: [['abc', 'payments', partOf('talkbank', { partnerId: 'abc' })]], bad: [] },
  TALKBANK_TOKEN: { good: [['abc', 'payments', partOf('talkbank', { token: 'abc' })]], bad: [] },
  TALKBANK_URL: {
    good: [['https://pay.example', 'payments', partOf('talkbank', { baseUrl: 'https://pay.example' })]],
    bad: ['pay.example'],
  },
  KASSA24_CALLBACK_ADDRESSES: {
    good: [['1.2.3.4, 5.6.7.8', 'payments', partOf('kassa24', { callbackAddresses: ['1.2.3.4', '5.6.7.8'] })]],
    bad: [],
  },
  TALKBANK_ORDER_SLUG: { good: [['off', 'payments', partOf('talkbank', { sendsOrderSlug: false })]], bad: [] },
  GENGINE_API_KEY: { good: [['abc', 'topUps', supplierPart('g-engine', { apiKey: 'abc' })]], bad: [] },
  GENGINE_URL: {
    good: [['https://steam.example/v2', 'topUps', supplierPart('g-engine', { baseUrl: 'https://steam.example/v2' })]],
    bad: ['steam.example', 'ftp://steam.example'],
  },
  G2BULK_API_KEY: { good: [['abc', 'topUps', supplierPart('g2bulk', { apiKey: 'abc' })]], bad: [] },
  G2BULK_URL: {
    good: [['https://uc.example/v1', 'topUps', supplierPart('g2bulk', { baseUrl: 'https://uc.example/v1' })]],
    bad: ['uc.example', 'ftp://uc.example'],
  },
  PICTURE_BUCKET_URL: { good: [], bad: ['ftp://files', 'pictures'] },
  PICTURE_BUCKET_REGION: { good: [['eu-central-1', 'pictureBucket', undefined]], bad: [] },
  PICTURE_BUCKET_KEY_ID: { good: [['key', 'pictureBucket', undefined]], bad: [] },
  PICTURE_BUCKET_SECRET: { good: [['secret', 'pictureBucket', undefined]], bad: [] },
};
