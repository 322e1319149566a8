import { KEY_CHUNK_LINES, type KeyLine, type RejectedKeyLine } from '@oyna/domain/key-file';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../lib/api.ts';

interface CheckedFile {
  productId: number;
  format: 'platform' | 'any';
  /** Changes with every file. */
  name: string;
  lines: readonly KeyLine[];
  isOn: boolean;
}

/** Asks the server which lines are in the vault already. The server stores nothing of them. */
export function useVaultCheck({ productId, format, name, lines, isOn }: CheckedFile) {
  const [checked, setChecked] = useState(0);
  const query = useQuery({
    queryKey: ['vault-check', productId, format, name, lines.length],
    enabled: isOn && lines.length > 0,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const known: RejectedKeyLine[] = [];
      for (let start = 0; start < lines.length && !signal.aborted; start += KEY_CHUNK_LINES) {
        const body = { productId, format, lines: lines.slice(start, start + KEY_CHUNK_LINES) };
        const { rejected } = await callApi((api) => api.POST('/api/v1/key-imports/check', { body }));
        known.push(...rejected);
        setChecked(start + body.lines.length);
      }
      return known;
    },
  });
  return { known: query.data, error: query.error, checked, retry: () => query.refetch() };
}
