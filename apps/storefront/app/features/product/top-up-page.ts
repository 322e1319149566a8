import { PUBG_GAME_ID, STEAM_SERVICE_ID } from '@oyna/domain/constants';

/**
 * Where an account is topped up: a basket has nowhere to write the account to, so these offers are not put into one.
 * Undefined for everything that is.
 */
export function topUpPage(gameId: number, offerId: number): string | undefined {
  if (offerId === STEAM_SERVICE_ID) return '/steam';
  return gameId === PUBG_GAME_ID ? `/pubg?product=${offerId}` : undefined;
}
