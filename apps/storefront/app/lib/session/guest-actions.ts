import type { ActionAfterSignIn } from '../sign-in-prompt.tsx';

const PURCHASE = /^\/(cart|payment|payment\/result|payment-talk|history)([?#]|$)/;
const BEGINNING = /^\/(cart|payment)([?#]|$)/;

const opens = (action: ActionAfterSignIn | undefined, pages: RegExp) =>
  action?.kind === 'open' && pages.test(action.path);

/** Whether the session of a guest is enough. */
export const isOpenToGuests = (action: ActionAfterSignIn | undefined): boolean =>
  action?.kind === 'add-to-cart' || opens(action, PURCHASE);

/** Whether a visitor can begin to buy without an account here. */
export const offersGuest = (action: ActionAfterSignIn | undefined): boolean =>
  action?.kind === 'add-to-cart' || opens(action, BEGINNING);
