import { becomeMember, callStore, fillBasket, findBasket } from './member.ts';
import { expect, onDesktop, test } from './test.ts';
import { approve } from './top-up.ts';

/** The accessibility tree of the main journeys: names, roles, states and live regions. */

/** Bought here and by no other test: the demo has a few keys of each. */
const GAME = { id: 1010, name: 'Fallout: New Vegas' };

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('the tree of public pages: header, product, card, top-up form', onDesktop, async ({ page }) => {
  const main = page.getByRole('main');
  await page.goto('/catalog/1003');
  await expect(page.getByRole('banner')).toMatchAriaSnapshot(`
    - banner:
      - navigation "Разделы магазина":
        - link "Главная"
        - link "Каталог"
        - link "Сервисы"
        - link "Скидки"
        - link "Поддержка"
      - link "Гарантия"
      - 'button "Выбрать язык: RU"'
      - 'button "Валюта: KZT"'
      - button "Включить светлую тему"
      - link "Oyna, на главную"
      - search:
        - combobox "Поиск игр и карт"
        - status
      - link "Избранное"
      - link "Корзина"
      - link "Уведомления"
      - button "Войти"
  `);
  await expect(main).toMatchAriaSnapshot(`
    - main:
      - navigation "Путь к странице"
      - region "Галерея":
        - list "Галерея":
          - listitem:
            - 'img "ELDEN RING: картинка 1 из 5"'
        - 'button "Добавить в избранное: ELDEN RING"'
      - heading "ELDEN RING" [level=1]
      - tablist "О товаре":
        - tab "Купить" [selected]
        - tab "Описание"
        - tab "Инструкция"
      - tabpanel "Купить":
        - heading "Купить" [level=2]
        - group "Выберите вариант":
          - list:
            - listitem:
              - radio /Standard Edition Steam Казахстан/ [checked]
              - paragraph: /\\d ₸/
              - 'group "Количество: Standard Edition, Steam, Казахстан"':
                - button "Уменьшить количество" [disabled]
                - status: "1"
                - button "Увеличить количество"
      - region "Покупка":
        - paragraph: Standard Edition · Steam
        - button "В корзину"
      - region "Гарантия":
        - paragraph: /^Половина последних заказов .+ после оплаты/
        - paragraph:
          - link "Условия гарантии"
      - region "О товаре":
        - term: Платформа
        - definition: Steam
      - heading "Издания и дополнения" [level=2]
      - list:
        - listitem:
          - link /Дополнение ELDEN RING Shadow of the Erdtree/
      - heading "Об игре" [level=2]
      - heading "Языки" [level=2]
      - heading "Системные требования" [level=2]
      - heading "Минимальные" [level=3]
      - region "Похожие игры":
        - list:
          - listitem:
            - article:
              - link:
                - heading [level=3]
            - paragraph: /Та же серия/
      - region "Новинки":
        - heading "Новинки" [level=2]
        - list:
          - listitem:
            - article:
              - link /Steam/:
                - heading [level=3]
              - button /^Добавить в избранное/
  `);
  await page.goto('/steam');
  await expect(main.getByText('Цена закреплена')).toBeVisible();
  await expect(main).toMatchAriaSnapshot(`
    - main:
      - heading "Пополнение Steam" [level=1]
      - region "Аккаунт Steam":
        - textbox "Логин Steam"
        - status:
          - paragraph: /Имя, с которым вы входите/
      - region "Сколько зачислить":
        - group "Популярные суммы":
          - radio /^1\\s000 ₸/ [checked]
        - textbox "Сумма": "1000"
        - group "Валюта суммы":
          - radio "тенге" [checked]
          - radio "рубли"
      - region "Способ оплаты":
        - radiogroup "Способ оплаты":
          - radio /Карты Казахстана/
          - radio /Карты России/
      - region "Итого":
        - term: К зачислению
        - status
        - status:
          - text: К оплате
        - button "Пополнить"
  `);
});

test('the tree of a purchase: cart row, ways to pay, result', onDesktop, async ({ page }) => {
  const member = await becomeMember(page);
  const main = page.getByRole('main');
  await fillBasket(member, GAME.id, 2);
  await page.goto('/cart');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Корзина: 2' })).toBeVisible();
  await expect(main).toMatchAriaSnapshot(`
    - main:
      - heading "Корзина" [level=1]
      - status
      - list "Товары в корзине":
        - listitem:
          - 'article "${GAME.name}"':
            - 'heading "${GAME.name}" [level=2]':
              - 'link "${GAME.name}"'
            - 'group "Количество: ${GAME.name}"':
              - button "Уменьшить количество"
              - status: "2"
              - button "Увеличить количество"
            - paragraph: /\\d ₸/
            - paragraph: /за шт\\./
            - 'button "Убрать: ${GAME.name}"'
      - region "Ваш заказ":
        - button "Есть промокод?"
        - status:
          - text: Итого
        - link "К оплате"
  `);
  await page.goto('/payment');
  await expect(main).toMatchAriaSnapshot(`
    - main:
      - heading "Оплата" [level=1]
      - group "Способ оплаты":
        - group "Карты Казахстана":
          - radio /^Visa, Mastercard, KZT .*Kassa24$/
          - radio /^Visa, Mastercard, AZN .*Epoint$/
        - group "Карты России":
          - radio /^Visa, Mastercard, Мир RUB .*Platron$/
          - radio /^Visa, Mastercard, Мир RUB .*TalkBank$/
      - region "Ваш заказ":
        - link "Изменить корзину"
        - list:
          - listitem:
            - paragraph: /New Vegas/
        - status:
          - text: К оплате
        - button /^Оплатить \\d/
  `);
  const basket = await findBasket(member);
  const begun = await callStore<{ orderId: string; link_url: string }>(
    'POST',
    `/api/v1/payment/kassa24/${basket?.id}`,
    {
      session: member,
    },
  );
  await approve(begun);
  await page.goto(`/payment/result?order=${begun.orderId}`);
  await expect(page.getByTestId('key')).toHaveCount(2);
  await expect(main).toMatchAriaSnapshot(`
    - main:
      - heading "Заказ" [level=1]
      - status:
        - heading "Оплачено. Ваши ключи готовы" [level=2]
      - region "Что в заказе":
        - article /New Vegas/:
          - heading /New Vegas/ [level=3]
          - article /ключ 1/:
            - button "Показать ключ"
          - article /ключ 2/:
            - button "Показать ключ"
      - term: Номер заказа
      - link "История покупок"
  `);
});
