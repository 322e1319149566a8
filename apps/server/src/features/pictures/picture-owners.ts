export const OWNERS = ['games', 'news', 'categories'] as const;
export type PictureOwner = (typeof OWNERS)[number];
export const PLACES = ['cover', 'gallery'] as const;
export type PicturePlace = (typeof PLACES)[number];

/** Whose pictures: `{ owner: 'games', ownerId: 5 }`. */
export interface OwnerId {
  owner: PictureOwner;
  ownerId: number;
}
