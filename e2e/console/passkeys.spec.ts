import { expect, type Page, test } from '@playwright/test';

/** The calls that the page makes, in a real browser with a virtual authenticator. */

const CONSOLE = process.env['CONSOLE_URL'] ?? '';

interface Answer {
  status: number;
  body: {
    link?: string;
    recoveryCodes?: string[];
    secondFactor?: { state: string; ways: string[] };
    code?: string;
  };
}

const call = (page: Page, method: string, url: string, body?: object): Promise<Answer> =>
  page.evaluate(
    async (request) => {
      const headers = { 'content-type': 'application/json' };
      const payload = request.body ? { headers, body: JSON.stringify(request.body) } : {};
      const answer = await fetch(request.url, { method: request.method, ...payload });
      return { status: answer.status, body: answer.status === 204 ? {} : await answer.json() };
    },
    { method, url, body },
  );

/** Asks the server for options, the authenticator for an answer, and sends it. */
const usePasskey = (page: Page, kind: 'create' | 'get'): Promise<Answer> =>
  page.evaluate(async (wanted) => {
    const isNew = wanted === 'create';
    const optionsUrl = isNew ? '/api/v1/profile/passkeys/options' : '/api/v1/session/passkey-options';
    const options = await (await fetch(optionsUrl, { method: 'POST' })).json();
    const credential = isNew
      ? await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })
      : await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) });
    const response = (credential as PublicKeyCredential).toJSON();
    const answer = await fetch(isNew ? '/api/v1/profile/passkeys' : '/api/v1/session/second-factor', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(isNew ? { name: 'laptop', response } : { passkey: response }),
    });
    return { status: answer.status, body: await answer.json() };
  }, kind);

test('an invited operator adds a passkey and signs in with it', async ({ page }, { project }) => {
  test.skip(project.name !== 'desktop');
  const devices = await page.context().newCDPSession(page);
  await devices.send('WebAuthn.enable');
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.goto(CONSOLE);
  await call(page, 'POST', '/api/v1/session', { email: 'owner@example.com', password: 'Owner!demo1' });
  const email = 'passkey@example.com';
  const { body: invitation } = await call(page, 'POST', '/api/v1/team/invitations', { email, roleId: 'support' });
  const token = invitation.link?.split('#')[1];
  await call(page, 'DELETE', '/api/v1/session');

  const password = 'Harbour!stone7';
  const form = { token, name: 'Passkey', password, language: 'ru' };
  expect((await call(page, 'POST', '/api/v1/invitation/accept', form)).status).toBe(200);
  const added = await usePasskey(page, 'create');
  expect(added.body.recoveryCodes).toHaveLength(10);
  await call(page, 'DELETE', '/api/v1/session');

  const signedIn = await call(page, 'POST', '/api/v1/session', { email, password });
  expect(signedIn.body.secondFactor).toMatchObject({ state: 'needed', ways: ['passkey', 'recovery-code'] });
  expect((await call(page, 'GET', '/api/v1/profile')).body.code).toBe('second-factor-needed');
  const proven = await usePasskey(page, 'get');
  expect(proven.body.secondFactor?.state).toBe('proven');
  expect((await call(page, 'GET', '/api/v1/profile')).status).toBe(200);
});
