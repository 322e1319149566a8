import { Button } from '@oyna/ui/button';
import { useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useNavigate } from 'react-router';
import { callApi } from '../../lib/api.ts';
import { useRequestKeys } from '../../lib/request-key.ts';
import { useMay } from '../../lib/session.tsx';
import { useTexts } from '../../lib/texts.tsx';
import { useAction } from '../../lib/use-action.ts';
import { newOffer } from './game-offers.tsx';
import { readCategories } from './use-draft.ts';

const NO_TEXTS = { ru: '', en: '', kz: '' };
/** The generated picture of news. That of a game follows its genres when it is published. */
const art = () => ({ motif: 'orbit' as const, hue: Math.floor(Math.random() * 360) });

/** Begins a draft and opens it. */
export function NewGameButton() {
  const t = useTexts('catalogue');
  const navigate = useNavigate();
  const canWrite = useMay()('content:write');
  const client = useQueryClient();
  const keys = useRequestKeys();
  const create = useAction({
    run: async () => {
      // Not as a query: without a network it would wait, and the game be made when the operator has given it up.
      const known = client.getQueryData<Awaited<ReturnType<typeof readCategories>>>(['catalogue', 'categories']);
      const { items, instructions } = known ?? (await readCategories());
      return callApi((api) =>
        api.POST('/api/v1/catalogue/games', {
          params: { header: { 'idempotency-key': keys.keyOf('game') } },
          body: {
            name: '',
            category: items[0]?.name ?? '',
            popularity: 50,
            description: NO_TEXTS,
            offers: [newOffer(undefined, instructions)],
          },
        }),
      );
    },
    changes: [['catalogue', 'games']],
    onDone: ({ id }) => {
      keys.done();
      void navigate(`/catalogue/${id}`);
    },
  });
  if (!canWrite) return null;
  return (
    <Button variant="primary" icon={<Plus size={16} />} isBusy={create.isPending} onClick={() => create.mutate()}>
      {t('new-game')}
    </Button>
  );
}

export function NewNewsButton() {
  const t = useTexts('catalogue');
  const navigate = useNavigate();
  const canWrite = useMay()('content:write');
  const keys = useRequestKeys();
  const create = useAction({
    run: () =>
      callApi((api) =>
        api.POST('/api/v1/catalogue/news', {
          params: { header: { 'idempotency-key': keys.keyOf('news') } },
          body: { title: NO_TEXTS, summary: NO_TEXTS, body: NO_TEXTS, art: art() },
        }),
      ),
    changes: [['catalogue', 'news']],
    onDone: ({ id }) => {
      keys.done();
      void navigate(`/catalogue/news/${id}`);
    },
  });
  if (!canWrite) return null;
  return (
    <Button variant="primary" icon={<Plus size={16} />} isBusy={create.isPending} onClick={() => create.mutate()}>
      {t('new-news')}
    </Button>
  );
}
