// The measure for hot pages: node:http that sends one prepared response.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const prepared = JSON.parse(readFileSync(process.env['RESPONSE_FILE'] ?? '', 'utf8'));
const body = Buffer.from(prepared.body, 'base64');
createServer({ keepAliveTimeout: 72_000 }, (_request, response) => {
  response.writeHead(200, { ...prepared.headers, 'content-length': body.length });
  response.end(body);
}).listen(Number(process.env['PORT']), '127.0.0.1', () => process.stdout.write('ready\n'));
process.on('SIGTERM', () => process.exit(0));
