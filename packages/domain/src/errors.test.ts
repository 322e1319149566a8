import { describe, expect, it } from 'vitest';
import { AppError, ERRORS } from './errors.ts';

describe('errors', () => {
  it('has every key of spec §8', () => {
    const keys =
      'steam-login-invalid steam-amount-invalid steam-error pubg-uid-invalid pubg-amount-invalid pubg-error ' +
      'basket-id-missing payment-text3 pubg-payment-method-invalid promocode-error name-err surname-err pass-err ' +
      'password-invalid email-invalid not-payed not-authorized auth-error';
    expect(Object.keys(ERRORS)).toEqual(expect.arrayContaining(keys.split(' ')));
  });

  it('says what the spec says, to the letter', () => {
    expect(ERRORS['payment-method-invalid'].message).toBe('Choose a payment method before continuing');
    expect(ERRORS['payment-text3'].message).toBe('Payment link is missing. Please try again.');
    expect(ERRORS['not-payed'].message).toBe('An error occurred.');
    expect(ERRORS['price-unavailable'].message).toBe('Price not available');
    expect(ERRORS.internal.message).toBe('Something went wrong');
  });

  it('has a text for every code', () => {
    for (const [code, { message }] of Object.entries(ERRORS)) expect(message, code).not.toBe('');
  });

  it('makes an error that carries its code, field and cause', () => {
    const cause = new Error('connection lost');
    const error = new AppError('email-invalid', { field: 'email', details: { attempt: 2 }, cause });
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({
      name: 'AppError',
      code: 'email-invalid',
      message: ERRORS['email-invalid'].message,
      field: 'email',
      details: { attempt: 2 },
      cause,
    });
    expect(new AppError('not-found')).not.toHaveProperty('cause');
  });
});
