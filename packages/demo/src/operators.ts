/** The operators of the demo. `npm start` prints their passwords. The first is the one that the README names. */
export const DEMO_OPERATORS = [
  { email: 'owner@example.com', password: 'Owner!demo1', name: 'Айгерим Сапарова', roleId: 'owner', language: 'ru' },
  { email: 'partner@example.com', password: 'Partner!demo1', name: 'Тимур Ахметов', roleId: 'owner', language: 'ru' },
  { email: 'support@example.com', password: 'Support!demo1', name: 'Данияр Ким', roleId: 'support', language: 'ru' },
] as const;
