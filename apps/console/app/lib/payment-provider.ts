import type { ConsoleSchemas } from '@oyna/api-client/console-client';
import { SESSION_KEY } from './api.ts';
import { queryClient } from './query-client.ts';

/** The session of the operator names the payment providers of the store. */
const listProviders = () => queryClient.getQueryData<ConsoleSchemas['Session']>(SESSION_KEY)?.paymentProviders ?? [];

export const providerLabel = (name: string) =>
  listProviders().find((provider) => provider.name === name)?.label ?? name;

/** As choices of a filter. */
export const providerChoices = () =>
  listProviders()
    .map(({ name, label }) => ({ value: name, text: label }))
    .toSorted((one, other) => one.text.localeCompare(other.text));
