/** How the customer can be reached. */
export interface Means {
  canMail: boolean;
  /** Null: the store does not offer push. */
  pushKey: string | null;
}
