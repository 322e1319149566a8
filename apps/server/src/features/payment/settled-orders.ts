/** Those who wait for an order on this node. */
export type SettledOrders = ReturnType<typeof createSettledOrders>;

/**
 * Wakes whoever waits for an order as soon as this node has settled it. What another node has settled is not heard of
 * here: who waits looks for itself from time to time.
 */
export function createSettledOrders() {
  const listeners = new Map<string, Set<() => void>>();

  return {
    tell(orderId: string): void {
      for (const wake of listeners.get(orderId) ?? []) wake();
    },

    /** The store is closing: nobody is kept waiting. */
    tellAll(): void {
      for (const wakes of listeners.values()) for (const wake of wakes) wake();
    },

    count: () => listeners.size,

    /** Hears of everything from this moment on. */
    listen(orderId: string) {
      const told = Promise.withResolvers<boolean>();
      const wake = () => told.resolve(true);
      const wakes = listeners.get(orderId) ?? new Set();
      listeners.set(orderId, wakes.add(wake));
      return {
        /** Whether there was something to hear before the time was over. */
        async within(milliseconds: number): Promise<boolean> {
          const timer = setTimeout(() => told.resolve(false), milliseconds);
          return told.promise.finally(() => clearTimeout(timer));
        },
        stop(): void {
          wakes.delete(wake);
          if (wakes.size === 0) listeners.delete(orderId);
        },
      };
    },
  };
}
