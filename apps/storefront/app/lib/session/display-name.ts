import type { User } from '@oyna/api-client/models';

/** The full name, or the login where none is given. */
export function displayName({
  firstName,
  lastName,
  userName,
}: Pick<User, 'firstName' | 'lastName' | 'userName'>): string {
  return [firstName, lastName].filter(Boolean).join(' ') || userName;
}
