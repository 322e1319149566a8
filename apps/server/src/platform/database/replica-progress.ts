/** A position in the write-ahead log of the primary. */
export interface WalPosition {
  lsn: bigint;
  /** The cluster and its timeline. Each promotion of a standby begins another one. */
  history: string;
}

/** `16/B374D848`: the two halves of a number in hex. */
export function parseLsn(text: string): bigint {
  const [high = '', low = ''] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

export type ReplicaProgress = ReturnType<typeof createReplicaProgress>;

/**
 * What a read replica must have replayed before this node reads from it: the last change of the catalogue that the node
 * heard of, and everything that is older than `maxLagMs`.
 */
export function createReplicaProgress(maxLagMs: number, now = () => performance.now()) {
  /** Undefined while a change may have happened whose position is not known yet. */
  let changedAt: bigint | undefined;
  let latest: WalPosition | undefined;
  /** Positions with the time when they were read. The first one is older than `maxLagMs`, except after a start. */
  let read: { at: number; lsn: bigint }[] = [];

  return {
    /** A change happened, or may have happened. */
    forget(): void {
      changedAt = undefined;
    },

    set(position: WalPosition): void {
      // Positions of two histories cannot be compared.
      if (latest && latest.history !== position.history) read = [];
      latest = position;
      changedAt ??= position.lsn;
      read.push({ at: now(), lsn: position.lsn });
      while (read[1] && read[1].at <= now() - maxLagMs) read.shift();
    },

    /** Undefined: the replica must not be read. */
    wanted(): WalPosition | undefined {
      if (!latest || changedAt === undefined) return undefined;
      while (read[1] && read[1].at <= now() - maxLagMs) read.shift();
      const [oldest] = read;
      const isDue = oldest && oldest.at <= now() - maxLagMs;
      return { lsn: isDue && oldest.lsn > changedAt ? oldest.lsn : changedAt, history: latest.history };
    },
  };
}
