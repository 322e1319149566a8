import { useState } from 'react';

/**
 * The key of a request. The same content has the same key until the request is done: a request whose answer was lost is
 * sent again with its key, and the server does it once.
 */
export function createRequestKeys() {
  let last: { content: string; key: string } | undefined;
  return {
    keyOf(content: unknown): string {
      const text = JSON.stringify(content);
      if (last?.content !== text) last = { content: text, key: crypto.randomUUID() };
      return last.key;
    },
    /** The server has answered. The same content is a new request from now on. */
    done(): void {
      last = undefined;
    },
  };
}

export const useRequestKeys = () => useState(createRequestKeys)[0];
