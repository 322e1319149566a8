// The measure for hot API responses: a Fastify that sends one prepared response.
import { readFileSync } from 'node:fs';
import Fastify from 'fastify';

const prepared = JSON.parse(readFileSync(process.env['RESPONSE_FILE'] ?? '', 'utf8'));
const body = Buffer.from(prepared.body, 'base64');
const server = Fastify();
server.get('/*', (_request, reply) => reply.headers(prepared.headers).send(body));
await server.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' });
process.stdout.write('ready\n');
process.on('SIGTERM', () => process.exit(0));
