import { createHmac, timingSafeEqual } from 'node:crypto';

/** A token stops one alert and does nothing else. It has no end: an old mail must stop its alert too. */
export function createStopTokens(secret: Buffer) {
  const sign = (id: string) => createHmac('sha256', secret).update(`alert stop ${id}`).digest('base64url');
  return {
    create: (alertId: number): string => `${alertId}.${sign(String(alertId))}`,

    /** The number of the alert. Undefined for a token that was not made here. */
    read(token: string): number | undefined {
      const [id = '', signature = ''] = token.split('.');
      const [given, expected] = [Buffer.from(signature), Buffer.from(sign(id))];
      const isValid =
        given.length === expected.length && timingSafeEqual(given, expected) && /^[1-9]\d{0,14}$/.test(id);
      return isValid ? Number(id) : undefined;
    },
  };
}

export type StopTokens = ReturnType<typeof createStopTokens>;
