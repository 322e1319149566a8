import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface DatabaseProxy {
  /** The same database, reached through here. */
  through(direct: string): string;
  /** The database is away: connections break and none can be made. */
  cut(): Promise<void>;
  /** The machine is away: connections stay, and nothing comes over them. */
  freeze(): void;
  restore(): Promise<void>;
}

/** A way to the database that a test can break. */
export async function startDatabaseProxy(): Promise<DatabaseProxy> {
  const sockets = new Set<Socket>();
  let target = { host: '', port: 0 };
  let frozen = false;

  const server = createServer((near) => {
    const far = connect(target);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      if (!frozen) socket.pipe(other);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;

  const breakAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    through(direct) {
      const url = new URL(direct);
      target = { host: url.hostname, port: Number(url.port) };
      url.host = `127.0.0.1:${port}`;
      url.searchParams.delete('host');
      return url.href;
    },
    async cut() {
      const closed = new Promise((resolve) => server.close(resolve));
      breakAll();
      await closed;
    },
    freeze() {
      frozen = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    async restore() {
      breakAll();
      frozen = false;
      if (!server.listening) await listen(port);
    },
  };
}
