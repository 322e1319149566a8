import { validateEmail, validateLogin } from '@oyna/domain/validation';

/** Whether anybody can be called so; what nobody can is not asked of the database. */
export const isName = (name: string): boolean => !validateLogin(name) || !validateEmail(name);
