import type { Language } from '@oyna/domain/constants';
import { groupThousands } from '../../lib/group-thousands.ts';

/** The number beside a value of a filter: "12", or "1,000+" for a lower bound. */
export const countText = ({ count, isMore }: { count: number; isMore: boolean }, language: Language): string =>
  groupThousands(`${count}${isMore ? '+' : ''}`, language);
