import { createHash } from 'node:crypto';
export const artHash = (spec: object) => createHash('sha256').update(JSON.stringify(spec)).digest('hex').slice(0, 20);
export const dominantColor = (_spec: object) => '#224466';
