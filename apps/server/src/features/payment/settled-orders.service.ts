export type SettledOrders = ReturnType<typeof createSettledOrders>;

/**
 * Wakes requests that wait for an order as soon as this node has settled it. Orders that another node settles are not
 * noticed here, so a waiting request also reads the order from time to time.
 */
export function createSettledOrders() {
  const listeners = new Map<string, Set<() => void>>();

  return {
    notify(orderId: string): void {
      for (const wake of listeners.get(orderId) ?? []) wake();
    },

    /** The store is closing. */
    notifyAll(): void {
      for (const wakes of listeners.values()) for (const wake of wakes) wake();
    },

    count: () => listeners.size,

    /** Notices everything from this moment on. */
    listen(orderId: string) {
      const notified = Promise.withResolvers<boolean>();
      const wake = () => notified.resolve(true);
      const wakes = listeners.get(orderId) ?? new Set();
      listeners.set(orderId, wakes.add(wake));
      return {
        /** Whether the order was settled before the time was over. */
        async within(milliseconds: number): Promise<boolean> {
          const timer = setTimeout(() => notified.resolve(false), milliseconds);
          return notified.promise.finally(() => clearTimeout(timer));
        },
        stop(): void {
          wakes.delete(wake);
          if (wakes.size === 0) listeners.delete(orderId);
        },
      };
    },
  };
}
