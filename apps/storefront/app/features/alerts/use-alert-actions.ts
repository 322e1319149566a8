import type { Alert, NewAlert } from '@oyna/api-client/models';
import { useToast } from '@oyna/ui/toast';
import { useApi } from '~/lib/browser-api.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { refusalKey } from './alert-refusals.ts';
import { subscribeBrowser } from './push-browser.ts';

/** What a customer does with alerts. A failure is said in a toast, and the answer is undefined. */
export function useAlertActions() {
  const { t } = useTranslation('alerts');
  const callApi = useApi();
  const toast = useToast();

  async function attempt<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await work();
    } catch (error) {
      toast(t(refusalKey(error)), 'danger');
      return undefined;
    }
  }

  return {
    /** Lets this browser get messages. Undefined after a failure. */
    subscribe: (publicKey: string): Promise<'done' | 'refused' | undefined> =>
      attempt(async () => {
        const subscription = await subscribeBrowser(publicKey);
        if (!subscription) return 'refused';
        await callApi((api) => api.POST('/api/v1/user/push-subscriptions', { body: subscription }));
        return 'done';
      }),

    /** Throws: the form shows why. */
    save: (body: NewAlert): Promise<Alert> => callApi((api) => api.POST('/api/v1/user/alerts', { body })),

    async stop(id: number): Promise<boolean> {
      const isStopped = await attempt(async () => {
        await callApi((api) => api.DELETE('/api/v1/user/alerts/{id}', { params: { path: { id } } }));
        return true;
      });
      return isStopped ?? false;
    },

    resume: (id: number): Promise<Alert | undefined> =>
      attempt(() => callApi((api) => api.POST('/api/v1/user/alerts/{id}/resume', { params: { path: { id } } }))),
  };
}
