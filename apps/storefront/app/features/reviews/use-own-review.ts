import type { OwnReview } from '@oyna/api-client/models';
import { useToast } from '@oyna/ui/toast';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { useRevalidator } from 'react-router';
import { useApi } from '~/lib/browser-api.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { takePendingAction } from '~/lib/session/pending-action.ts';
import { useMemberData } from '~/lib/session/use-member-data.ts';
import { refusalKey } from './refusals.ts';
import type { Vote } from './shown-reviews.ts';

export interface OwnReviewState {
  /** Undefined until it is known. */
  access: OwnReview['access'] | undefined;
  review: OwnReview['review'] | undefined;
  /** After the review was written, changed or deleted. */
  show(own: Pick<OwnReview, 'review' | 'access'>): void;
  voteFor(review: { id: number; helpful: number }): Vote;
}

/** @param wanted The review that the customer found helpful before the own votes were known. */
export function useOwnReview(gameId: number, wanted: number | undefined): OwnReviewState {
  const { t } = useTranslation('reviews');
  const callApi = useApi();
  const toast = useToast();
  const { revalidate } = useRevalidator();
  const { data, replace } = useMemberData((api) =>
    api.GET('/api/v1/user/games/{id}/review', { params: { path: { id: gameId } } }),
  );
  /** What the server answered to votes of this visit, by review. */
  const [counts, setCounts] = useState<Readonly<Record<number, number>>>({});
  const show = useCallback<OwnReviewState['show']>(
    (own) => {
      replace((last) => ({ ...last, ...own }));
      void revalidate();
    },
    [replace, revalidate],
  );

  async function send(id: number, isGiven: boolean): Promise<void> {
    const params = { path: { id } };
    const path = '/api/v1/user/reviews/{id}/vote';
    try {
      const { helpful } = await callApi((api) => (isGiven ? api.PUT(path, { params }) : api.DELETE(path, { params })));
      setCounts((last) => ({ ...last, [id]: helpful }));
      replace((last) => {
        const others = last.votes.filter(({ reviewId }) => reviewId !== id);
        return { ...last, votes: isGiven ? [...others, { reviewId: id, helpful }] : others };
      });
    } catch (error) {
      toast(t(refusalKey(error)), 'danger');
    }
  }

  const isLoaded = data !== undefined;
  const finishVote = useEffectEvent(() => {
    const id = takePendingAction('helpful')?.reviewId ?? wanted;
    if (id !== undefined && !data?.votes.some(({ reviewId }) => reviewId === id)) void send(id, true);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another review is another vote
  useEffect(() => {
    if (isLoaded) finishVote();
  }, [isLoaded, wanted]);

  return {
    access: data?.access,
    review: data?.review,
    show,
    voteFor({ id, helpful }) {
      const given = data?.votes.find(({ reviewId }) => reviewId === id);
      const toggle = data && (() => void send(id, !given));
      return { isGiven: given !== undefined, count: counts[id] ?? given?.helpful ?? helpful, toggle };
    },
  };
}
