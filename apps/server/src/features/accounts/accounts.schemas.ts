import { LANGUAGES } from '@oyna/domain/constants';
import Type from 'typebox';
import { LanguageParameter } from '../../http/language.ts';
import { component, Nullable, Time } from '../../http/openapi.ts';

/** Fields as spec §3 and §7 name them. The services check their values with the rules of the domain. */

/** For requests: with a union the first type would turn null into an empty text. */
const OrNull = <T>({ type, ...rest }: { type: string; [key: string]: unknown }) =>
  Type.Unsafe<T | null>({ type: [type, 'null'], ...rest });

export const Text = Type.String({ maxLength: 2_000 });
export const CountryId = Type.Integer({ minimum: 0, maximum: 2_147_483_647 });

export const LanguageQuery = Type.Object({ lng: LanguageParameter });

export const User = component(
  'User',
  Type.Object({
    userName: Type.String(),
    email: Nullable(Type.String()),
    emailConfirmed: Type.Boolean(),
    pendingEmail: Nullable(Type.String({ description: 'The address that the link of the last mail confirms' })),
    phoneNumber: Nullable(Type.String()),
    imageUrl: Nullable(Type.String({ description: 'The avatar, 256 × 256' })),
    firstName: Type.String(),
    lastName: Type.String(),
    birthDate: Nullable(Type.String({ format: 'date' })),
    countryId: Nullable(Type.Integer()),
    countryName: Nullable(Type.String({ description: 'In the language of the request' })),
    language: Type.Enum([...LANGUAGES]),
    hasPassword: Type.Boolean({ description: 'False for an account that signs in only through Google or VK' }),
    providers: Type.Array(Type.Enum(['google', 'vk'])),
    createdAt: Time,
    expired: Type.String({ format: 'date-time', description: 'When this session ends if it is not used, UTC' }),
  }),
);

export const ProfileBody = Type.Object({
  firstName: Text,
  lastName: Text,
  birthDate: OrNull<string>({ type: 'string', maxLength: 40, description: 'YYYY-MM-DD' }),
  countryId: OrNull<number>({ ...CountryId }),
  language: Type.Optional(Type.Enum([...LANGUAGES])),
});

/** The current password, as proof that the owner asks. */
export const PasswordProof = Type.Optional(
  Type.String({
    maxLength: 2_000,
    description:
      'Required when the account has a password. Other accounts first prove their address: /api/v1/user/proof',
  }),
);
