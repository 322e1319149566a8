// The measure for hot answers: a Fastify that does nothing but answer the same bytes.
import { readFileSync } from 'node:fs';
import Fastify from 'fastify';

const body = readFileSync(process.env['BODY_FILE'] ?? '');
const server = Fastify();
server.get('/*', (_request, reply) => reply.type('application/json; charset=utf-8').send(body));
await server.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' });
process.stdout.write('ready\n');
process.on('SIGTERM', () => process.exit(0));
