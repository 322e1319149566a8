/** Texts of games and news, for tests of the editor. */

export const textsOf = (text: string) => ({
  ru: `<p>${text} ру</p>`,
  en: `<p>${text} en</p>`,
  kz: `<p>${text} қз</p>`,
});

export const newsData = (title: string) => ({
  title: { ru: title, en: title, kz: title },
  summary: { ru: 'с', en: 's', kz: 'с' },
  body: textsOf(title),
  art: { motif: 'hex', hue: 5 },
});
