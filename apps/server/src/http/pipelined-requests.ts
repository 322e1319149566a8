import { AsyncResource } from 'node:async_hooks';
import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';

/** No browser sends a request before the last one of its connection is answered. */
const MAX_WAITING = 100;

/**
 * Handles one request of a connection at a time. What a client sends before its answer waits until the client has taken
 * the answer, and then for its turn: one such request in each round of the event loop, so that those of other visitors
 * come between. A client that does not read its answers costs no more than the first of them.
 */
export function oneAtATime(handle: RequestListener, maxWaiting = MAX_WAITING): RequestListener {
  /** Connections with a request that is not answered, and what waits behind it. */
  const waiting = new WeakMap<Socket, (() => void)[]>();
  const turns: (() => void)[] = [];
  let isScheduled = false;

  function schedule(): void {
    if (isScheduled || turns.length === 0) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      turns.shift()?.();
      schedule();
    });
  }

  function endRequest(socket: Socket): void {
    const next = waiting.get(socket)?.shift();
    if (!next) return void waiting.delete(socket);
    turns.push(next);
    schedule();
  }

  return (request, response) => {
    const { socket } = request;
    const begin = () => {
      if (socket.destroyed) return;
      response.once('close', () => endRequest(socket));
      handle(request, response);
    };
    const queue = waiting.get(socket);
    if (!queue) {
      waiting.set(socket, []);
      begin();
    } else if (queue.length < maxWaiting) {
      // It is called in the context of another request.
      queue.push(AsyncResource.bind(begin));
    } else {
      waiting.delete(socket);
      socket.destroy();
    }
  };
}
