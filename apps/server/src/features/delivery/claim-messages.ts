import type { Queue } from '../../platform/jobs/jobs.ts';

/** `opened` goes to the operator, `answered` to the buyer. The claim is looked up when the mail is written. */
export interface ClaimMessage {
  kind: 'opened' | 'answered';
  keyId: number;
}

export const claimMessages: Queue<ClaimMessage> = { name: 'claim-messages' };
