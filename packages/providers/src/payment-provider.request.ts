/** Payment providers over HTTP. Without an answer it is unknown whether money moved. */
import { PaymentProviderError } from './payment-provider.ts';
import { ask, type Connection, type WireAnswer, type WireRequest } from './wire.request.ts';
import { quote } from './wire.ts';

export function askProvider(connection: Connection, request: WireRequest, signal?: AbortSignal): Promise<WireAnswer> {
  const unknown = (message: string, options?: ErrorOptions) => new PaymentProviderError('unknown', message, options);
  return ask(connection, request, unknown, signal);
}

/** The answer is unreadable, so the result is unknown. */
export function unreadable(provider: string, answer: WireAnswer): PaymentProviderError {
  const message = `${provider} answered HTTP ${answer.status} with ${quote(answer.text)}`;
  return new PaymentProviderError('unknown', message);
}
