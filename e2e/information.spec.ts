import { expect, expectsErrors, onPhone, test } from './test.ts';

const LEGAL = ['/user-agreement', '/policy', '/public-offer', '/platron-documentation'];

test('frequent questions open and close by keyboard', onPhone, async ({ page }) => {
  await page.goto('/support');
  const questions = page.getByRole('main').locator('details');
  await expect(questions).toHaveCount(7);
  const first = questions.first();
  await first.locator('summary').focus();
  await page.keyboard.press('Enter');
  await expect(first).toHaveAttribute('open', '');
  await expect(first.locator('p')).toBeVisible();
  await page.keyboard.press('Space');
  await expect(first.locator('p')).toBeHidden();
});

test('a click on the address copies it and shows a message', onPhone, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/support');
  await page.getByText('support@oyna.example').click();
  await expect(page.getByRole('status').filter({ hasText: 'Адрес скопирован' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('support@oyna.example');
});

test('an address that cannot be copied is shown instead', onPhone, async ({ page }) => {
  await page.goto('/support');
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
  });
  await page.getByText('partners@oyna.example').click();
  await expect(page.getByRole('status').filter({ hasText: 'Адрес: partners@oyna.example' })).toBeVisible();
});

test('links to the contacts lead to them, from the menu and by address', onPhone, async ({ page }) => {
  await page.goto('/menu');
  await page.getByRole('main').getByRole('link', { name: 'Контакты' }).click();
  await expect(page).toHaveURL(/\/support#contact-point$/);
  await expect(page.getByRole('heading', { name: 'Контакты' })).toBeInViewport();
  await page.goto('/');
  await page.goto('/support#contact-point');
  await expect(page.getByRole('heading', { name: 'Контакты' })).toBeInViewport();
});

test(
  'a message from the contact form reaches the operator, and its errors are shown at the fields',
  onPhone,
  async ({ page }) => {
    await page.goto('/support');
    const form = page.getByRole('form', { name: 'Написать в поддержку' });
    await form.getByRole('button', { name: 'Отправить' }).click();
    await expect(form.getByLabel('Имя')).toBeFocused();
    await expect(form.getByText('Введите имя')).toBeVisible();
    await expect(form.locator('[aria-invalid="true"]')).toHaveCount(4);

    const sender = `visitor-${Date.now()}@example.com`;
    await form.getByLabel('Имя').fill('Айгүл');
    await form.getByLabel('Эл. почта').fill(sender);
    await form.getByLabel('Тема').selectOption('payment');
    await form.getByLabel('Сообщение').fill('Қайтару қашан болады?');
    await expect(form.locator('[aria-invalid="true"]')).toHaveCount(0);
    await form.getByRole('button', { name: 'Отправить' }).click();
    await expect(page.getByText(`Мы ответим на ${sender}`)).toBeVisible();

    const mailbox = `${process.env['SANDBOX_URL']}/mail.json`;
    await expect(async () => {
      const letters: { to: string; text: string }[] = await (await page.request.get(mailbox)).json();
      const letter = letters.find(({ text }) => text.includes(sender));
      expect(letter?.to).toBe('support@oyna.example');
      expect(letter?.text).toContain('Қайтару қашан болады?');
    }).toPass();
  },
);

test('a message that could not be sent stays in the form', { ...expectsErrors, ...onPhone }, async ({ page }) => {
  await page.goto('/support');
  await page.route('**/api/v1/support/message*', (route) => route.abort());
  await page.getByLabel('Имя').fill('Айгүл');
  await page.getByLabel('Эл. почта').fill('aigul@example.com');
  await page.getByLabel('Тема').selectOption('other');
  await page.getByLabel('Сообщение').fill('Сәлем');
  await page.getByRole('button', { name: 'Отправить' }).click();
  await expect(page.getByText('Отправить не получилось')).toBeVisible();
  await expect(page.getByLabel('Сообщение')).toHaveValue('Сәлем');
});

test('the guarantee has six sections and the signs of the providers', onPhone, async ({ page }) => {
  await page.goto('/guarantee');
  const main = page.getByRole('main');
  await expect(
    main.locator('section').filter({ has: page.getByRole('heading', { level: 2 }), hasNot: page.getByRole('list') }),
  ).toHaveCount(6);
  for (const provider of ['Platron', 'TalkBank', 'Epoint', 'Kassa24']) {
    await expect(main.getByRole('listitem').filter({ hasText: provider })).toHaveCount(1);
  }
  await expect(main.getByRole('group', { name: 'Способы оплаты' })).toHaveText('Visa, Mastercard, Мир');
});

test(
  'legal pages scroll to their text when opened, and their contents link to the sections',
  onPhone,
  async ({ page }) => {
    await page.goto('/menu');
    await page.getByRole('main').getByRole('link', { name: 'Конфиденциальность' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Политика конфиденциальности' })).toBeVisible();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
    await page.getByRole('navigation', { name: 'Содержание' }).getByRole('link', { name: 'Ваши права' }).click();
    await expect(page).toHaveURL(/#rights$/);
    await expect(page.getByRole('heading', { name: /Ваши права/ })).toBeInViewport();
  },
);

for (const path of LEGAL) {
  test(`${path} has its text in every language, and not a second time in its data`, onPhone, async ({ page }) => {
    for (const [language, updated] of [
      ['ru', 'Обновлено'],
      ['en', 'Updated'],
      ['kz', 'Жаңартылған'],
    ]) {
      const html = await (await page.request.get(`${path}?lng=${language}`)).text();
      expect(html).toContain(updated);
      const sentence = /<p>([^<]{40,})<\/p>/.exec(html.slice(html.indexOf('<h2 id=')))?.[1] ?? '';
      expect(sentence).not.toBe('');
      expect(html.split(sentence)).toHaveLength(2);
    }
    await page.goto(path);
    await expect(page.getByRole('main').locator('h2[id]').first()).toBeVisible();
    await expect(page.getByRole('main').locator('.prose p').first()).toContainText(/\p{L}{3}/u);
  });
}

test('a legal page changes its language in place', onPhone, async ({ page }) => {
  await page.goto('/policy');
  await page.getByRole('contentinfo').getByText('Қазақша').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Құпиялылық саясаты');
  await expect(page.getByRole('main')).toContainText('Карта нөмірін, мерзімін және CVV кодын біз алмаймыз');
});

test('news is listed and read one by one', onPhone, async ({ page }) => {
  await page.goto('/news');
  const cards = page
    .getByRole('main')
    .getByRole('listitem')
    .getByRole('link', { name: /Steam по логину/ });
  await cards.first().click();
  await expect(page).toHaveURL(/\/news-info\?id=3$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Как пополнить Steam по логину');
  await expect(page.getByRole('article')).toContainText('2 сентября 2026');
});

test('shows the newest news without an id', onPhone, async ({ page }) => {
  // A test of the console publishes news meanwhile.
  await expect(async () => {
    const [newest] = (await (await page.request.get('/api/v1/news?lng=ru')).json()) as { title: string }[];
    const response = await page.goto('/news-info');
    expect(response?.status()).toBe(200);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(newest?.title ?? '', { timeout: 2_000 });
  }).toPass();
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/news-info\?id=\d+$/);
});

test('news that does not exist is a true 404', { ...expectsErrors, ...onPhone }, async ({ page }) => {
  for (const path of ['/news-info?id=999999', '/news-info?id=abc', '/news-info?id=']) {
    const response = await page.goto(path);
    expect(response?.status(), path).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Такой страницы нет');
  }
});
