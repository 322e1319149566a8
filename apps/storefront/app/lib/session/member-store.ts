import { onSessionChange, readMemberToken } from './session.ts';

export interface MemberState<Data> {
  data: Data | undefined;
  /** Why loading or refreshing failed. */
  failure: unknown;
}

/**
 * Data of the signed-in customer, loaded once and shared by all components. It is dropped with the session. `onLoaded`
 * gets the response and its token.
 */
export function createMemberStore<Data>(onLoaded?: (token: string, data: Data) => void) {
  const nothing: MemberState<Data> = { data: undefined, failure: undefined };
  const listeners = new Set<() => void>();
  let state = nothing;
  let owner: string | undefined;
  let requestedLanguage: string | undefined;
  let stopWatching: (() => void) | undefined;

  function set(next: MemberState<Data>): void {
    state = next;
    for (const listener of [...listeners]) listener();
  }

  /** Another account, or none: data of the last one is deleted. */
  function followSession(): void {
    const token = readMemberToken();
    if (token === owner) return;
    owner = token;
    requestedLanguage = undefined;
    set(nothing);
  }

  return {
    read: () => state,
    readNothing: () => nothing,

    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      stopWatching ??= onSessionChange(followSession);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        stopWatching?.();
        stopWatching = undefined;
      };
    },

    /** Loads once per account and language for all readers; `again` loads in any case. */
    async load(ask: () => Promise<Data>, language: string, again = false): Promise<void> {
      followSession();
      if (owner === undefined || (requestedLanguage === language && !again)) return;
      const token = owner;
      requestedLanguage = language;
      if (state.failure) set({ ...state, failure: undefined });
      try {
        const data = await ask();
        if (owner !== token || requestedLanguage !== language) return;
        onLoaded?.(token, data);
        set({ data, failure: undefined });
      } catch (failure) {
        if (owner === token && requestedLanguage === language) set({ ...state, failure });
      }
    },

    /** Shows the result of a change everywhere. */
    replace(data: Data): void {
      if (owner !== undefined) set({ data, failure: undefined });
    },
  };
}
