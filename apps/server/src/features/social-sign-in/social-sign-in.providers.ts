import { createGoogleSignIn } from '@oyna/providers/google/google';
import type { SignInProvider } from '@oyna/providers/sign-in';
import { createVkSignIn } from '@oyna/providers/vk/vk';
import type { Config } from '../../config.ts';

/** Those that this store may use. */
export function createSignInProviders({ google, vk }: Pick<Config, 'google' | 'vk'>): SignInProvider[] {
  return [
    ...(google ? [createGoogleSignIn(google)] : []),
    ...(vk ? [createVkSignIn({ baseUrl: vk.url, clientId: vk.clientId })] : []),
  ];
}
