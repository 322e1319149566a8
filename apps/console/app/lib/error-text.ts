import { faultOf } from '@oyna/api-client/call-fault';
import { type Translate, useTexts } from './texts.tsx';

type KnownError = Parameters<Translate<'errors'>>[0];

/** What went wrong and what to do, in the operator's language. A code without a text gets the general one. */
export function useErrorText(): (error: unknown) => string {
  const t = useTexts('errors');
  return (error) => {
    const code = typeof error === 'string' ? error : faultOf(error).error;
    const text = t(code as KnownError);
    return text === code ? t('internal') : text;
  };
}
