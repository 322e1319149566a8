/** A whole catalogue file with one game in it; line 10 holds the name, line 21 the price. */
export const smallCatalogue = (gameName: string) => `categories:
  - id: 1
    name: Action
    title: { ru: Экшен, en: Action, kz: Экшен }
    hue: 8
instructions:
  steam: { ru: Введите ключ, en: Enter the key, kz: Кілтті енгізіңіз }
games:
  - id: 1
    name: ${gameName}
    category: Action
    popularity: 50
    art: { motif: ridges, hue: 8 }
    description: { ru: Игра, en: A game, kz: Ойын }
    offers:
      - id: 1
        edition: Standard
        type: Key
        platform: Steam
        region: Kazakhstan
        price: 19.99
        priceWithDiscount: 9.99
        instruction: steam
`;
