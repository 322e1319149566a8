import type { ApiError } from '@oyna/api-client/api-error';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { callApi } from '../../lib/api.ts';
import type { Winner } from '../../lib/edit-state.ts';
import { useTexts } from '../../lib/texts.tsx';
import { useAction } from '../../lib/use-action.ts';
import { useEdit } from '../../lib/use-edit.ts';
import { forgetUnsaved } from '../../lib/use-unsaved.ts';

/** What both kinds of drafts have. `data` is that of the server until the operator changes something. */
interface DraftCalls<Content> {
  read(): Promise<Content>;
  save(seen: Seen, data: never): Promise<Content>;
  publish(body: Seen & { isForced: boolean; at?: string | null }): Promise<Content>;
  discard(seen: Seen): Promise<{ isPublished: boolean }>;
  /** Only news can be withdrawn. A game is withdrawn by its offers. */
  withdraw?(seen: Seen): Promise<Content>;
  preview(): Promise<{ url: string }>;
}

/** What the operator has seen: the draft of this version, or with version 0 what was published. */
export interface Seen {
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
  const {
    data: content,
    error,
    refetch,
    fetchStatus,
  } = useQuery({ queryKey, queryFn: calls.read, refetchOnWindowFocus: false });
  const edit = useEdit<Content['data']>(content);
  const changes = [['catalogue']];
  const seen = (): Seen => {
    if (!edit.base) throw new Error('nothing is loaded');
    return seenOf(edit.base as Content);
  };
  /** The operator's own step is no change of a colleague. */
  const take = (next: Content, sent: Content['data']) => {
    client.setQueryData(queryKey, next);
    edit.settle(sent, next);
    return next;
  };
  // What is saved counts also when the next step fails, so that the operator does not meet his own change there.
  const saveChanges = async (): Promise<Content> => {
    if (!content) throw new Error('nothing is loaded');
    const { changed } = edit;
    return changed ? take(await calls.save(seen(), changed as never), changed) : content;
  };
  /** Without publishing. A refusal to publish was about what was saved before. */
  const saveOnly = async (): Promise<Content> => {
    const saved = await saveChanges();
    if (edit.changed && !publish.isPending) publish.reset();
    return saved;
  };
  const save = useAction({ run: saveOnly, changes, done: () => t('saved') });
  const publish = useAction({
    run: async (choice: { isForced?: boolean; at?: string | null }) => {
      const saved = await saveChanges();
      const published = await calls.publish({
        ...seenOf(saved),
        isForced: choice.isForced ?? false,
        ...('at' in choice ? { at: choice.at ?? null } : {}),
      });
      return take(published, saved.data);
    },
    changes,
    done: () => t('done'),
    isFaultShown: true,
  });
  const discard = useAction({
    run: (shown: Seen) => calls.discard(shown),
    changes,
    done: () => t('discarded'),
    isFaultShown: true,
    onDone: ({ isPublished }) => {
      edit.undo();
      publish.reset();
      if (isPublished) return;
      // The texts of its pictures are gone too.
      forgetUnsaved();
      void navigate(list);
    },
  });
  const withdraw = useAction({
    run: async () => calls.withdraw?.(seen()),
    changes,
    done: () => t('withdrawn'),
    undo: async (withdrawn) => withdrawn && calls.publish({ ...seenOf(withdrawn), isForced: false }),
  });
  const preview = useAction({
    run: async () => {
      await saveOnly();
      return calls.preview();
    },
    changes,
    onDone: ({ url }) => void window.open(url, '_blank', 'noopener'),
  });
  return {
    content,
    data: edit.data,
    error: error as ApiError | null,
    refetch,
    fetchStatus,
    edit: {
      ...edit,
      resolve: (winner: Winner) => {
        // The refusal was about the state before the choice.
        publish.reset();
        edit.resolve(winner);
      },
    },
    isChanged: edit.changed !== undefined,
    seen,
    change: edit.change,
    save,
    publish,
    discard,
    withdraw: calls.withdraw && withdraw,
    preview,
  };
}

const seenOf = ({ version, fingerprint }: Seen): Seen => ({ version, fingerprint });

const params = (id: number) => ({ params: { path: { id } } });

export const gameCalls = (id: number) => ({
  read: () => callApi((api) => api.GET('/api/v1/catalogue/games/{id}', params(id))),
  save: (seen: Seen, data: never) =>
    callApi((api) => api.PUT('/api/v1/catalogue/games/{id}', { ...params(id), body: { ...seen, data } })),
  publish: (body: Seen & { isForced: boolean; at?: string | null }) =>
    callApi((api) => api.POST('/api/v1/catalogue/games/{id}/publish', { ...params(id), body })),
  discard: (query: Seen) =>
    callApi((api) => api.DELETE('/api/v1/catalogue/games/{id}/draft', { params: { path: { id }, query } })),
  preview: () => callApi((api) => api.GET('/api/v1/catalogue/games/{id}/preview', params(id))),
});

export const newsCalls = (id: number) => ({
  read: () => callApi((api) => api.GET('/api/v1/catalogue/news/{id}', params(id))),
  save: (seen: Seen, data: never) =>
    callApi((api) => api.PUT('/api/v1/catalogue/news/{id}', { ...params(id), body: { ...seen, data } })),
  publish: (body: Seen & { isForced: boolean; at?: string | null }) =>
    callApi((api) => api.POST('/api/v1/catalogue/news/{id}/publish', { ...params(id), body })),
  discard: (query: Seen) =>
    callApi((api) => api.DELETE('/api/v1/catalogue/news/{id}/draft', { params: { path: { id }, query } })),
  withdraw: (body: Seen) => callApi((api) => api.POST('/api/v1/catalogue/news/{id}/withdraw', { ...params(id), body })),
  preview: () => callApi((api) => api.GET('/api/v1/catalogue/news/{id}/preview', params(id))),
});

export const readCategories = () => callApi((api) => api.GET('/api/v1/catalogue/categories'));
