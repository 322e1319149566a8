import { useLanguage } from '../lib/texts.tsx';
import { exactText, useTimeText } from '../lib/time-text.ts';

/** How long ago, or the day, in a history with `hasTime` the day and the time. On hover the exact time in the operator's zone. */
export function Moment({ at, hasTime = false }: { at: string; hasTime?: boolean }) {
  const timeText = useTimeText(hasTime);
  const { language } = useLanguage();
  return (
    <time dateTime={at} title={exactText(at, language)}>
      {timeText(at)}
    </time>
  );
}
