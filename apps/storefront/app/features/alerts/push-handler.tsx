import { useEffect } from 'react';
import { useApi } from '~/lib/browser-api.ts';
import { readStored, store } from '~/lib/browser-storage.ts';
import { logFailure } from '~/lib/log.ts';
import { useIsMember } from '~/lib/session/use-session.ts';
import { PUSH_ALERTS, PUSH_ENDED } from './push-marks.ts';

/** Lets a browser that got messages get them again after a sign-in, and with another subscription. */
export function PushHandler() {
  const callApi = useApi();
  const isMember = useIsMember();
  useEffect(() => {
    if (isMember === undefined || !readStored('localStorage', PUSH_ALERTS)) return;
    if (!isMember) store('localStorage', PUSH_ENDED, 'true');
    else {
      import('./push-renewal.ts')
        .then(({ renewPush }) => renewPush(callApi))
        .catch((error: unknown) => logFailure('push messages were not renewed', error));
    }
  }, [callApi, isMember]);
  return null;
}
