import type { NewsItem } from '@oyna/api-client/models';
import type { Language } from '@oyna/domain/constants';
import { dayText } from '~/lib/day-text.server.ts';
import type { NewsCard } from './news-list.tsx';

export function toNewsCard({ id, title, summary, publishedOn, images }: NewsItem, language: Language): NewsCard {
  return { id, title, summary, publishedOn, dateText: dayText(publishedOn, language), picture: images.mainframe };
}
