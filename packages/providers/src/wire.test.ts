import { describe, expect, it } from 'vitest';
import {
  decodeUtf8,
  isOrderId,
  isSameText,
  isWebAddress,
  quote,
  readJsonObject,
  readWholeAmount,
  textOf,
  trimSlash,
} from './wire.ts';

describe('a message of an outside party', () => {
  it('is an object of JSON with its numbers as they were written', () => {
    expect(readJsonObject('{"amount": 30.750, "list": [1e2], "text": "5", "none": null}')).toEqual({
      amount: '30.750',
      list: ['1e2'],
      text: '5',
      none: null,
    });
    for (const bad of ['', '{', 'null', '[1]', '"text"', '5']) expect(readJsonObject(bad)).toBeUndefined();
  });

  it('is read only if it is UTF-8 throughout, and to the last byte', () => {
    expect(decodeUtf8(new TextEncoder().encode('ключ'))).toBe('ключ');
    expect(decodeUtf8(new Uint8Array([0x61, 0xff]))).toBeUndefined();
    expect(decodeUtf8(new Uint8Array([0xef, 0xbb, 0xbf, 0x61]))).toBe('\uFEFFa');
  });

  it('is quoted on one short line', () => {
    expect(quote('a\nb')).toBe('"a\\nb"');
    expect(quote('x'.repeat(500))).toHaveLength(120);
  });
});

it('compares texts whole', () => {
  expect(isSameText('secret', 'secret')).toBe(true);
  for (const other of ['secre', 'secret ', 'Secret', '']) expect(isSameText(other, 'secret')).toBe(false);
});

it('takes no value for a text that is none', () => {
  expect(textOf('5')).toBe('5');
  for (const other of [5, null, undefined, ['5'], {}]) expect(textOf(other)).toBe('');
});

it('reads an amount in hundredths, and nothing that is not whole and exact', () => {
  expect(readWholeAmount('3075')).toBe(3075);
  expect(readWholeAmount('9007199254740991')).toBe(9_007_199_254_740_991);
  for (const bad of ['', '-1', '30.75', ' 1', '1e3', '9007199254740993', '12345678901234567', 3075, null]) {
    expect(readWholeAmount(bad)).toBeUndefined();
  }
});

it('knows the ids of orders', () => {
  expect(isOrderId('A_b-9')).toBe(true);
  expect(isOrderId('a'.repeat(50))).toBe(true);
  for (const bad of ['', 'a'.repeat(51), 'a b', 'a/b', 'a\n', 5, null]) expect(isOrderId(bad)).toBe(false);
});

it('sends browsers and callbacks to addresses of the web only', () => {
  for (const good of ['https://pay.example/1', 'http://127.0.0.1:4200/x']) expect(isWebAddress(good)).toBe(true);
  const bad = [
    'javascript:alert(1)',
    'ftp://a.example',
    ' https://a.example',
    'x:https://a.example',
    'https://',
    '',
    5,
  ];
  for (const url of [...bad, new URL('https://a.example')]) expect(isWebAddress(url)).toBe(false);
});

it('joins addresses with one slash', () => {
  expect(trimSlash('https://a.example//')).toBe('https://a.example');
  expect(trimSlash('https://a.example')).toBe('https://a.example');
});
