/** What must hold about reviews. Each question answers no rows, at any moment. */
export const REVIEW_INVARIANTS: Record<string, string> = {
  'a game whose stars are not those of its published reviews': `
    SELECT game.id FROM game LEFT JOIN (
      SELECT game_id, ARRAY[count(*) FILTER (WHERE rating = 1), count(*) FILTER (WHERE rating = 2),
        count(*) FILTER (WHERE rating = 3), count(*) FILTER (WHERE rating = 4), count(*) FILTER (WHERE rating = 5)
      ]::integer[] AS stars
      FROM review WHERE status = 'published' GROUP BY game_id) AS counted ON counted.game_id = game.id
    WHERE review_stars <> coalesce(stars, '{0,0,0,0,0}')`,
  'a review whose count of votes is not that of its votes': `
    SELECT review.id FROM review LEFT JOIN (SELECT review_id, count(*) AS votes FROM review_vote GROUP BY review_id)
      AS counted ON counted.review_id = review.id WHERE helpful_count <> coalesce(votes, 0)`,
  'a vote of an author': `
    SELECT review.id FROM review JOIN review_vote ON review_vote.review_id = review.id
      AND review_vote.account_id = review.account_id`,
  'a review by someone who never opened a key of the game': `
    SELECT review.id FROM review WHERE NOT is_demo AND NOT EXISTS (
      SELECT FROM key_reveal JOIN product_key ON product_key.id = key_reveal.key_id
      JOIN product ON product.id = product_key.product_id
      WHERE key_reveal.account_id = review.account_id AND product.game_id = review.game_id)`,
};
