import type { Language } from '@oyna/domain/constants';
import type { ClaimStatus } from '@oyna/domain/states';
import { sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';
import type { PicturedGame } from '../catalogue/catalogue.pictures.ts';

export interface FoundGift {
  id: number;
  status: 'sent' | 'opened';
  /** The newest key, when the given one was replaced. */
  keyId: number;
  accountId: number;
  orderId: string;
  deviceHash: Buffer | null;
  linkCount: number;
  /** The day has come. */
  isDue: boolean;
  day: string;
  giverName: string;
  recipientName: string;
  message: string;
  email: string | null;
  productName: string;
  platform: string;
  region: string;
  type: string;
  instruction: string;
  claim: ClaimStatus | null;
  game: PicturedGame;
}

/** A gift that was taken back is not found, and neither is one of a blocked giver. */
export async function findGift(db: Connection, hash: Buffer, language: Language): Promise<FoundGift | undefined> {
  const { rows } = await sql<FoundGift>`
    SELECT gift.id, gift.status, current.key_id AS "keyId", payment.account_id AS "accountId",
      payment.order_id AS "orderId", gift.device_hash AS "deviceHash", gift.link_count AS "linkCount",
      gift.opens_on <= shop_day(now()) AS "isDue", gift.opens_on::text AS day, gift.giver_name AS "giverName",
      gift.recipient_name AS "recipientName", gift.message, gift.email, order_item.name AS "productName",
      product.platform, product.region, product.type, instruction.body ->> ${language} AS instruction,
      (SELECT status FROM key_claim WHERE key_claim.key_id = current.key_id) AS claim,
      json_build_object('id', game.id, 'name', game.name, 'art', game.art, 'pictures', game.pictures,
        'platform', game.platform, 'type', game.type) AS game
    FROM gift
    CROSS JOIN LATERAL (SELECT gift_key(gift.key_id) AS key_id) AS current
    JOIN order_item ON order_item.id = gift.order_item_id
    JOIN payment ON payment.id = order_item.payment_id
    JOIN account ON account.id = payment.account_id
    JOIN product ON product.id = order_item.product_id
    JOIN game ON game.id = product.game_id
    JOIN instruction ON instruction.name = product.instruction_name
    WHERE gift.token_hash = ${hash} AND gift.status IN ('sent', 'opened')
      AND NOT is_blocked(account.blocked_at, account.blocked_until)`.execute(db);
  return rows[0];
}
