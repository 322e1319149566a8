import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSignedByPlatron, type PlatronFields, signPlatron, withSignature } from './platron.signature.ts';
import { readPlatronForm, readPlatronXml, writePlatronXml } from './platron.wire.ts';

const SECRET = 's3cr3t_platron';

describe('the signature', () => {
  it('is the one in the documentation, nested elements in their place', () => {
    const fields = {
      pg_salt: '9imM909TH820jwk387',
      pg_t_param: 'value3',
      pg_a_param: 'value1',
      pg_z_param: { pg_q_subparam: 'subvalue2', pg_m_subparam: 'subvalue1' },
      pg_b_param: 'value2',
    };
    expect(signPlatron('script.php', fields, 'mypasskey')).toBe('a8a4d5a9188f24038a14a4d65c387bf7');
  });

  it('is the one of the vectors', () => {
    const secret = 'rofoneqaxujagexi';
    expect(signPlatron('payment.php', { test: 'test1', test2: 'test3' }, secret)).toBe(
      '27a5edfcb35e2fa44c9adef6994af3f0',
    );
    expect(signPlatron('payment.php', { foo: ['1', '2'] }, secret)).toBe('329102fce0b6b85fbd319abd69550447');
    const status = { pg_merchant_id: '12345', pg_payment_id: '765432', pg_salt: '9865' };
    expect(signPlatron('get_status.php', status, SECRET)).toBe('ded28e7220dd0a78a861cef79602c2a0');
    const revoke = { ...status, pg_refund_amount: '500.00', pg_salt: '77aa' };
    expect(signPlatron('revoke.php', revoke, SECRET)).toBe('6c5d64a480fbc5d8e26b1c1618a6d6ca');
  });

  it('of a new payment is the one of the vector', () => {
    const fields = {
      pg_order_id: 'topup-1001',
      pg_amount: '1000.00',
      pg_currency: 'RUB',
      pg_description: 'Пополнение Steam №1001',
      pg_check_url: 'https://shop.example/api/v1/callbacks/platron/check',
      pg_result_url: 'https://shop.example/api/v1/callbacks/platron/result',
      pg_success_url: 'https://shop.example/history',
      pg_failure_url: 'https://shop.example/payment',
      pg_request_method: 'POST',
      pg_testing_mode: '1',
      pg_merchant_id: '12345',
      pg_salt: 'a1b2c3d4e5',
    };
    expect(signPlatron('init_payment.php', fields, SECRET)).toBe('f937984bfdb817261d11dd8ec9e8bfde');
  });

  it('sorts by bytes and signs empty values', () => {
    const fields = { b: '', a: 'x', B: 'y', _: 'z' };
    expect(signPlatron('s', fields, 'k')).toBe(signPlatron('s', { a: 'y', b: 'z', c: 'x', d: '' }, 'k'));
    expect(signPlatron('s', { a: 'x' }, 'k')).not.toBe(signPlatron('s', { a: 'x', b: '' }, 'k'));
  });

  it('signs a list in its order, also one of more than ten values', () => {
    const values = [...'abcdefghijkl'];
    const named = Object.fromEntries(values.map((value) => [`name_${value}`, value]));
    expect(signPlatron('s', { list: values }, 'k')).toBe(signPlatron('s', named, 'k'));
  });

  const name = fc.stringMatching(/^(pg_)?[a-z][a-z0-9_]{0,8}$/).filter((text) => text !== 'pg_sig');
  const fields = fc.dictionary(name, fc.string({ unit: 'grapheme', maxLength: 12 }), { minKeys: 1, maxKeys: 8 });

  it('is invalid when a value, a field, the script or the secret differs', () => {
    fc.assert(
      fc.property(fields, fc.nat(), fc.string({ minLength: 1 }), (values, pick, other) => {
        const signed = withSignature('result', values, SECRET);
        expect(isSignedByPlatron('result', signed, SECRET)).toBe(true);
        const names = Object.keys(values);
        const one = names[pick % names.length] ?? '';
        const refuse = (changed: PlatronFields, script = 'result', secret = SECRET) =>
          expect(isSignedByPlatron(script, changed, secret)).toBe(false);
        refuse({ ...signed, [one]: `${values[one]}${other}` });
        refuse({ ...signed, [one]: `${other}${values[one]}` });
        refuse(Object.fromEntries(Object.entries(signed).filter(([key]) => key !== one)));
        refuse({ ...signed, zzz_added: other });
        refuse({ ...signed, pg_sig: signed.pg_sig.toUpperCase().replace(/\d/g, 'A') });
        refuse({ ...signed, pg_sig: `${signed.pg_sig} ` });
        refuse(signed, 'check');
        refuse(signed, 'result', `${SECRET}${other}`);
        refuse({ ...signed, pg_sig: [signed.pg_sig] });
        refuse(values);
      }),
    );
  });

  it('is unchanged after encoding and decoding in both directions', () => {
    fc.assert(
      fc.property(fields, (values) => {
        const signed = withSignature('result', values, SECRET);
        expect(readPlatronForm(new URLSearchParams(signed).toString())).toEqual(signed);
      }),
    );
    const text = fc.stringMatching(/^[ -~а-яА-Я№₸ \u2028]{0,20}$/);
    fc.assert(
      fc.property(fc.dictionary(name, text, { minKeys: 1, maxKeys: 8 }), (values) => {
        const signed = withSignature('result', values, SECRET);
        expect(readPlatronXml(writePlatronXml(signed))).toEqual(signed);
      }),
    );
  });
});

describe('XML', () => {
  it('is read with its references, sections and line breaks', () => {
    const xml = `<?xml version="1.0" encoding="utf-8"?>
<response>
  <pg_status>ok</pg_status>
  <pg_redirect_url>https://a.example/?b=1&amp;c=2</pg_redirect_url>
  <pg_description>&#1054;&#x43a; <![CDATA[a&amp;b]]></pg_description>
  <pg_list><pg_item><pg_amount>-10</pg_amount></pg_item><pg_item><pg_amount>1.0000</pg_amount></pg_item></pg_list>
  <pg_empty/>
</response>`;
    expect(readPlatronXml(xml)).toEqual({
      pg_status: 'ok',
      pg_redirect_url: 'https://a.example/?b=1&c=2',
      pg_description: 'Ок a&amp;b',
      pg_list: { pg_item: [{ pg_amount: '-10' }, { pg_amount: '1.0000' }] },
      pg_empty: '',
    });
  });

  it('of another kind is not read', () => {
    const bomb = '<!DOCTYPE r [<!ENTITY a "aaaa">]><response><pg_status>&a;</pg_status></response>';
    const bad = ['', 'ok', '<html><body>', '<request/>', '<response>', '<response/><response/>', '<response/>', bomb];
    for (const xml of bad) expect(readPlatronXml(xml)).toBeUndefined();
  });
});

describe('a form', () => {
  it('with a name given twice is not read', () => {
    expect(readPlatronForm('a=1&b=2')).toEqual({ a: '1', b: '2' });
    expect(readPlatronForm('a=1&a=2')).toBeUndefined();
    expect(readPlatronForm('a=1&a=1')).toBeUndefined();
  });
});
