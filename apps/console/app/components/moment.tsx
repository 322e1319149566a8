import { useLanguage } from '../lib/texts.tsx';
import { exactText, useTimeText } from '../lib/time-text.ts';

/** How long ago, and on hover the exact time in the operator's zone. */
export function Moment({ at }: { at: string }) {
  const timeText = useTimeText();
  const { language } = useLanguage();
  return (
    <time dateTime={at} title={exactText(at, language)}>
      {timeText(at)}
    </time>
  );
}
