/** What can wait for a person. */
export const TASK_KINDS = [
  'approval',
  'claim',
  'review',
  'refund-failed',
  'top-up',
  'supplier',
  'money',
  'rates',
  'dead-letter',
  'message',
  'customer-review',
  'low-stock',
  'reconciliation',
  'below-cost',
  'health',
] as const;
export type TaskKind = (typeof TASK_KINDS)[number];
