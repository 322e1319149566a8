import { ApiError } from '@oyna/api-client/api-error';
import { type ApiCall, type ApiClient, answerOf, createApiClient } from '@oyna/api-client/client';
import type { Language } from '@oyna/domain/constants';
import type { Preferences } from '@oyna/domain/preferences';
import type { TFunction } from 'i18next';
import { data, type LoaderFunctionArgs } from 'react-router';
import type { Namespace } from './i18n/namespaces.ts';
import { serverTexts } from './i18n/texts.server.ts';
import { textsOf } from './i18n/texts-of.ts';
import { preferencesOf } from './preferences.ts';
import { type StorefrontServices, servicesOf } from './services.ts';

export interface PageTools {
  services: StorefrontServices;
  preferences: Preferences;
  language: Language;
  api: ApiClient;
  /** For what a loader writes itself, such as titles; components use useTranslation. */
  texts<N extends Namespace>(namespace: N): TFunction<N>;
}

/** Every loader starts with it: `const { api, texts } = openPage(args)`. */
export function openPage({ context }: Pick<LoaderFunctionArgs, 'context'>): PageTools {
  const services = servicesOf(context);
  const preferences = preferencesOf(context);
  const { language } = preferences;
  return {
    services,
    preferences,
    language,
    api: createApiClient({ fetch: services.fetch, baseUrl: services.publicUrl, language }),
    texts: (namespace) => textsOf(serverTexts(language), language, namespace),
  };
}

/** What an error page shows of a failed call. */
export interface FailedCall {
  code: string;
  requestId: string | undefined;
}

/** For data the page cannot do without: its failure becomes the page's status and error page. */
export async function required<Data>(call: ApiCall<Data>): Promise<Data> {
  try {
    return await answerOf(call);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { code, requestId, status } = error;
    throw data({ code, requestId } satisfies FailedCall, { status: status === 0 ? 503 : status });
  }
}

/** For parts of a page: the page returns 200, and the part shows an error with a retry. */
export async function optional<Data>(call: ApiCall<Data>): Promise<Data | undefined> {
  return answerOf(call).catch(() => undefined);
}
