import { useTexts } from '../lib/texts.tsx';
import { Moment } from './moment.tsx';
import { Facts } from './page.tsx';

interface PresentStateProps {
  status?: string | undefined;
  /** The colleague. */
  by?: string | null | undefined;
  at?: string | null | undefined;
  /** The text of the colleague. */
  text?: string | null | undefined;
}

/** For the `changed` slot of a dialog: the present state after the change of a colleague. */
export function PresentState({ status, by, at, text }: PresentStateProps) {
  const t = useTexts('common');
  return (
    <Facts
      facts={[
        { name: t('now'), value: status },
        { name: t('by'), value: by },
        { name: t('when'), value: at && <Moment at={at} /> },
        { name: t('their-text'), value: text },
      ]}
    />
  );
}
