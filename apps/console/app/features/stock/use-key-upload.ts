import type { ApiError } from '@oyna/api-client/api-error';
import type { ConsoleSchemas } from '@oyna/api-client/console-client';
import { KEY_CHUNK_LINES, type KeyLine } from '@oyna/domain/key-file';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { callApi } from '../../lib/api.ts';

export type KeyImport = ConsoleSchemas['KeyImport'];
type Order = Omit<KeyImport, 'id' | 'productName' | 'batchId' | 'chunksDone' | 'imported' | 'skipped' | 'status'> & {
  format: 'platform' | 'any';
};
export type UploadOrder = Omit<Order, 'createdBy' | 'createdAt' | 'changedAt' | 'chunkCount' | 'lineCount'>;

export interface Upload {
  /** `waiting`: the server does not answer, and the chunk is sent again. */
  state: 'idle' | 'sending' | 'waiting' | 'done' | 'failed';
  sent: number;
  total: number;
  job: KeyImport | undefined;
  error: ApiError | undefined;
}

const IDLE: Upload = { state: 'idle', sent: 0, total: 0, job: undefined, error: undefined };
const LONGEST_WAIT_MS = 10_000;

/**
 * Sends a file of keys in chunks, one after the other. A chunk that got no answer is sent again: the server commits it once.
 * The same file continues an import that was interrupted, because the chunks depend on the file alone.
 */
export function useKeyUpload() {
  const client = useQueryClient();
  const [upload, setUpload] = useState(IDLE);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);

  async function untilAnswered<Data>(ask: () => Promise<Data>): Promise<Data> {
    for (let wait = 500; ; wait = Math.min(LONGEST_WAIT_MS, wait * 2)) {
      try {
        return await ask();
      } catch (error) {
        const { status } = error as ApiError;
        if (isGone.current || (status > 0 && status < 500 && status !== 429)) throw error;
        setUpload((before) => ({ ...before, state: 'waiting' }));
        await new Promise((resolve) => setTimeout(resolve, wait));
      }
    }
  }

  async function send(id: string, order: UploadOrder, lines: readonly KeyLine[]): Promise<void> {
    const chunks = Array.from({ length: Math.ceil(lines.length / KEY_CHUNK_LINES) }, (_, chunk) =>
      lines.slice(chunk * KEY_CHUNK_LINES, (chunk + 1) * KEY_CHUNK_LINES),
    );
    const body = { ...order, lineCount: lines.length, chunkCount: chunks.length };
    setUpload({ ...IDLE, state: 'sending', total: chunks.length });
    try {
      await untilAnswered(() =>
        callApi((api) => api.PUT('/api/v1/key-imports/{id}', { params: { path: { id } }, body })),
      );
      for (const [chunk, part] of chunks.entries()) {
        if (isGone.current) return;
        const path = { id, chunk };
        const job = await untilAnswered(() =>
          callApi((api) =>
            api.PUT('/api/v1/key-imports/{id}/chunks/{chunk}', { params: { path }, body: { lines: part } }),
          ),
        );
        setUpload({ state: 'sending', sent: chunk + 1, total: chunks.length, job, error: undefined });
      }
      setUpload((before) => ({ ...before, state: 'done' }));
    } catch (error) {
      setUpload((before) => ({ ...before, state: 'failed', error: error as ApiError }));
    }
    await client.invalidateQueries({ queryKey: ['stock'] });
  }

  return { upload, send, reset: () => setUpload(IDLE) };
}
