/** What must hold about accounts. Each query returns no rows, at any moment. */
export const ACCOUNT_INVARIANTS: Record<string, string> = {
  'an account whose address has the letter İ, which reads as another address': `
    SELECT id FROM account WHERE NOT is_comparable_address(email)`,
};
