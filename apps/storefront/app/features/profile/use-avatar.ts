import { type CallFault, faultOf } from '@oyna/api-client/call-fault';
import { useState } from 'react';
import { useApi } from '~/lib/browser-api.ts';
import { useUser } from '~/lib/session/use-user.ts';

interface AvatarControl {
  /** The chosen file, shown during the upload. */
  preview: string | undefined;
  isBusy: boolean;
  upload(file: File): void;
  remove(): void;
}

export function useAvatar(onFault: (error: CallFault['error']) => void): AvatarControl {
  const callApi = useApi();
  const { replace } = useUser();
  const [preview, setPreview] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  const change = async (call: () => Promise<Parameters<typeof replace>[0]>) => {
    setBusy(true);
    try {
      replace(await call());
    } catch (failure) {
      onFault(faultOf(failure).error);
    }
    setPreview(undefined);
    setBusy(false);
  };
  const upload = async (file: File) => {
    if (isBusy) return;
    // The rules are loaded on demand. If they cannot be loaded, the server still checks the file.
    const rules = await import('@oyna/domain/validation').catch(() => undefined);
    const fault = rules?.validateAvatar(file);
    if (fault) {
      onFault(fault);
      return;
    }
    setPreview(await dataUrlOf(file));
    await change(() =>
      callApi((api) =>
        api.PUT('/api/v1/user/avatar', {
          // The body is the file itself.
          body: file as unknown as string,
          bodySerializer: (body) => body,
          headers: { 'content-type': file.type || 'application/octet-stream' },
        }),
      ),
    );
  };
  const remove = () => {
    if (!isBusy) void change(() => callApi((api) => api.DELETE('/api/v1/user/avatar')));
  };
  return { preview, isBusy, upload: (file) => void upload(file), remove };
}

/** Not blob: addresses, which the page's policy does not allow. */
function dataUrlOf(file: File): Promise<string | undefined> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : undefined);
    reader.onerror = () => resolve(undefined);
    reader.readAsDataURL(file);
  });
}
