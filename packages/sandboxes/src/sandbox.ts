/**
 * The interface of every sandbox. It uses Request and Response of the web, so that it depends on no
 * server: the shop mounts it on its second port, a test on a port of its own.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';

export interface SandboxRoute {
  /** OPTIONS is for what a browser asks before it posts to another origin, as the card form does. */
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'OPTIONS';
  /** Below the sandbox's prefix; a part that begins with a colon is a parameter: `/payment/:slug`. */
  path: string;
  /**
   * The request's URL is the full one, with the prefix and the query. Parameters come decoded. `Response.error()` is no
   * answer: the connection is dropped.
   */
  handle(request: SandboxRequest, params: Record<string, string>): Promise<Response> | Response;
}

/** The part of a `Request` that sandboxes use, so that a cheaper object can take its place. */
export type SandboxRequest = Pick<Request, 'method' | 'url' | 'text' | 'json' | 'bytes'> & {
  headers: Pick<Headers, 'get'>;
};

export interface Sandbox {
  name: string;
  /** Where it is mounted: `/national-bank`. The provider's base URL is the second port's address and this. */
  prefix: string;
  /** For people, on the list of sandboxes. */
  title: string;
  routes: SandboxRoute[];
  /**
   * Takes every request below the prefix, as Node has it and with the body unread, instead of the routes: for a library
   * that is a server by itself.
   */
  handler?(request: IncomingMessage, response: ServerResponse): void;
}
