import { useToast } from '@oyna/ui/toast';
import { useEffect, useEffectEvent } from 'react';
import { useApi } from '~/lib/browser-api.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { logFailure } from '~/lib/log.ts';
import { takePendingAction } from '~/lib/session/pending-action.ts';
import { readMemberToken } from '~/lib/session/session.ts';
import { useIsMember } from '~/lib/session/use-session.ts';
import { useSignInPrompt } from '~/lib/sign-in-prompt.tsx';
import { onFavouriteClick, useHasFavouriteButtons } from './favourite-buttons.ts';

/** Fills the hearts of a signed-in customer and handles clicks on them. */
export function FavouritesHandler() {
  const { t } = useTranslation();
  const callApi = useApi();
  const isSignedIn = useIsMember();
  const hasHearts = useHasFavouriteButtons();
  const { ask } = useSignInPrompt();
  const showToast = useToast();

  const open = async () => {
    const { connectFavourites } = await import('./favourites.ts');
    return connectFavourites(callApi);
  };
  const change = async (gameId: number, kind: 'add' | 'toggle') => {
    try {
      await (await open())[kind](gameId);
    } catch (error) {
      logFailure('the favourite was not saved', error);
      showToast(t('favourite-failed'), 'danger');
    }
  };
  const onPress = useEffectEvent((gameId: number) => {
    if (readMemberToken() !== undefined) void change(gameId, 'toggle');
    else ask(undefined, () => void change(gameId, 'add'), { kind: 'favourite', gameId });
  });
  const onSignedIn = useEffectEvent(() => {
    const pending = takePendingAction('favourite');
    if (pending) void change(pending.gameId, 'add');
  });
  const onSeen = useEffectEvent(() => {
    open().catch((error: unknown) => logFailure('the favourites could not be loaded', error));
  });

  useEffect(() => onFavouriteClick((gameId) => onPress(gameId)), []);
  useEffect(() => {
    if (isSignedIn) onSignedIn();
  }, [isSignedIn]);
  useEffect(() => {
    if (isSignedIn && hasHearts) onSeen();
  }, [isSignedIn, hasHearts]);
  return null;
}
