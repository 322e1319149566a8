/** A whole catalogue file with one game in it; line 10 holds the name, line 22 the discounted price. */
export const smallCatalogue = (gameName: string) => `categories:
  - id: 901
    name: Small
    title: { ru: Малое, en: Small, kz: Шағын }
    hue: 8
instructions:
  small: { ru: Введите ключ, en: Enter the key, kz: Кілтті енгізіңіз }
games:
  - id: 900001
    name: ${gameName}
    category: Small
    popularity: 50
    art: { motif: ridges, hue: 8 }
    description: { ru: Игра, en: A game, kz: Ойын }
    offers:
      - id: 900001
        edition: Standard
        type: Key
        platform: Steam
        region: Kazakhstan
        price: 19.99
        priceWithDiscount: 9.99
        instruction: small
`;
