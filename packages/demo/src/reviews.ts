import type { Language } from '@oyna/domain/constants';

export interface DemoReview {
  /** A demo customer. */
  login: string;
  gameId: number;
  rating: number;
  nickname: string;
  text: string;
  language: Language;
  daysAgo: number;
  status: 'published' | 'waiting';
  answer?: string;
}

const CYBERPUNK = 1002;
const ELDEN_RING = 1003;
const BALDURS_GATE = 1004;

/** A few examples, so that the pages and the queue are not empty. Each is marked as an example wherever it is shown. */
export const DEMO_REVIEWS: readonly DemoReview[] = [
  {
    login: 'dweber',
    gameId: CYBERPUNK,
    rating: 4,
    nickname: 'Daniel',
    text: 'An example of the demo store.\nThe code was there within a minute. One star less because the first one did not work.',
    language: 'en',
    daysAgo: 0.5,
    status: 'published',
    answer: 'An example of an answer: thank you, the second code should work.',
  },
  {
    login: 'nurlan.e',
    gameId: BALDURS_GATE,
    rating: 2,
    nickname: 'Нұрлан',
    text: 'Демо-дүкеннің мысалы.\nКілт «пайдаланылған» деп шықты, ауыстыруды күтіп отырмын.',
    language: 'kz',
    daysAgo: 1.2,
    status: 'published',
  },
  {
    login: 'dweber',
    gameId: ELDEN_RING,
    rating: 3,
    nickname: 'Daniel',
    text: 'An example of a review that waits for an operator. I bought six keys and gave five away.',
    language: 'en',
    daysAgo: 0.2,
    status: 'waiting',
  },
];
