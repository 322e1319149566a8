import type { ApiError } from '@oyna/api-client/api-error';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import { callApi } from '../../lib/api.ts';
import { useTexts } from '../../lib/texts.tsx';
import { useAction } from '../../lib/use-action.ts';
import { useUnsaved } from '../../lib/use-unsaved.ts';

/** What both kinds of drafts have. `data` is that of the server until the operator changes something. */
interface DraftCalls<Content> {
  read(): Promise<Content>;
  save(seen: Seen, data: never): Promise<Content>;
  publish(body: { version: number; isForced: boolean; at?: string | null }): Promise<Content>;
  discard(version: number): Promise<{ isPublished: boolean }>;
  /** Only news can be withdrawn. A game is withdrawn by its offers. */
  withdraw?(version: number): Promise<Content>;
  preview(): Promise<{ url: string }>;
}

/** What the operator has changed: the draft of this version, or with version 0 what was published. */
interface Seen {
  version: number;
  fingerprint: string;
}

interface DraftContent extends Seen {
  data: object;
}

/** A game or a news item on the screen: its state on the server, the changes of the operator, and what can be done. */
export function useDraft<Content extends DraftContent>(
  queryKey: readonly (string | number)[],
  calls: DraftCalls<Content>,
  list: string,
) {
  const t = useTexts('catalogue');
  const navigate = useNavigate();
  const client = useQueryClient();
  const { data: content, error, refetch } = useQuery({ queryKey, queryFn: calls.read, refetchOnWindowFocus: false });
  const [changed, setChanged] = useState<Content['data']>();
  useUnsaved(changed !== undefined);
  const changes = [['catalogue']];
  const data = changed ?? content?.data;
  const clear = () => setChanged(undefined);
  // What is saved counts also when the next step fails, so that the operator does not meet his own change there.
  const saveChanges = async (): Promise<Content> => {
    if (!content) throw new Error('nothing is loaded');
    if (!changed) return content;
    const { version, fingerprint } = content;
    const saved = await calls.save({ version, fingerprint }, changed as never);
    client.setQueryData(queryKey, saved);
    setChanged((now) => (now === changed ? undefined : now));
    return saved;
  };
  const save = useAction({ run: saveChanges, changes, done: () => t('saved') });
  const publish = useAction({
    run: async (choice: { isForced?: boolean; at?: string | null }) => {
      const { version } = await saveChanges();
      return calls.publish({
        version,
        isForced: choice.isForced ?? false,
        ...('at' in choice ? { at: choice.at ?? null } : {}),
      });
    },
    changes,
    done: () => t('done'),
    isFaultShown: true,
  });
  const discard = useAction({
    run: () => calls.discard(content?.version ?? 0),
    changes,
    done: () => t('discarded'),
    onDone: ({ isPublished }) => {
      flushSync(clear);
      if (!isPublished) void navigate(list);
    },
  });
  const withdraw = useAction({
    run: async () => calls.withdraw?.(content?.version ?? 0),
    changes,
    done: () => t('withdrawn'),
    undo: async (withdrawn) => withdrawn && calls.publish({ version: withdrawn.version, isForced: false }),
  });
  const preview = useAction({
    run: async () => {
      await saveChanges();
      return calls.preview();
    },
    changes,
    onDone: ({ url }) => void window.open(url, '_blank', 'noopener'),
  });
  return {
    content,
    data: data as Content['data'] | undefined,
    error: error as ApiError | null,
    refetch,
    isChanged: changed !== undefined,
    change: (part: Partial<Content['data']>) => setChanged((before) => ({ ...(before ?? content?.data), ...part })),
    save,
    publish,
    discard,
    withdraw: calls.withdraw && withdraw,
    preview,
  };
}

const params = (id: number) => ({ params: { path: { id } } });

export const gameCalls = (id: number) => ({
  read: () => callApi((api) => api.GET('/api/v1/catalogue/games/{id}', params(id))),
  save: (seen: Seen, data: never) =>
    callApi((api) => api.PUT('/api/v1/catalogue/games/{id}', { ...params(id), body: { ...seen, data } })),
  publish: (body: { version: number; isForced: boolean; at?: string | null }) =>
    callApi((api) => api.POST('/api/v1/catalogue/games/{id}/publish', { ...params(id), body })),
  discard: (version: number) =>
    callApi((api) =>
      api.DELETE('/api/v1/catalogue/games/{id}/draft', { params: { path: { id }, query: { version } } }),
    ),
  preview: () => callApi((api) => api.GET('/api/v1/catalogue/games/{id}/preview', params(id))),
});

export const newsCalls = (id: number) => ({
  read: () => callApi((api) => api.GET('/api/v1/catalogue/news/{id}', params(id))),
  save: (seen: Seen, data: never) =>
    callApi((api) => api.PUT('/api/v1/catalogue/news/{id}', { ...params(id), body: { ...seen, data } })),
  publish: (body: { version: number; isForced: boolean; at?: string | null }) =>
    callApi((api) => api.POST('/api/v1/catalogue/news/{id}/publish', { ...params(id), body })),
  discard: (version: number) =>
    callApi((api) => api.DELETE('/api/v1/catalogue/news/{id}/draft', { params: { path: { id }, query: { version } } })),
  withdraw: (version: number) =>
    callApi((api) => api.POST('/api/v1/catalogue/news/{id}/withdraw', { ...params(id), body: { version } })),
  preview: () => callApi((api) => api.GET('/api/v1/catalogue/news/{id}/preview', params(id))),
});

export const readCategories = () => callApi((api) => api.GET('/api/v1/catalogue/categories'));
