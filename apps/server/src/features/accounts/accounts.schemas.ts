import { LANGUAGES } from '@oyna/domain/constants';
import Type, { type TSchema } from 'typebox';
import { LanguageParameter } from '../../http/language.ts';
import { component } from '../../http/openapi.ts';

/** The people's side of the contract: fields as spec §3 and §7 name them. What a field may hold is the domain's matter. */

const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
/** For what is sent to us: of several types the first would take null for an empty text. */
const OrNull = <T>({ type, ...rest }: { type: string; [key: string]: unknown }) =>
  Type.Unsafe<T | null>({ type: [type, 'null'], ...rest });
const Moment = Type.String({ format: 'date-time' });
const Text = Type.String({ maxLength: 2_000 });
const CountryId = Type.Integer({ minimum: 0, maximum: 2_147_483_647 });

export const LanguageQuery = Type.Object({ lng: LanguageParameter });

export const LoginBody = Type.Object({
  username: Type.String({ maxLength: 2_000, description: 'Login name or e-mail address, in any case' }),
  password: Text,
});

export const SignedIn = component(
  'SignedIn',
  Type.Object({
    token: Type.String({ description: 'For the Authorization header: Bearer …' }),
    expired: Type.String({ format: 'date-time', description: 'UTC; moves on while the session is used' }),
  }),
);

export const RegistrationBody = Type.Object({
  username: Text,
  email: Text,
  password: Text,
  countryId: CountryId,
  language: Type.Optional(Type.Enum([...LANGUAGES], { description: 'Of the mail; without it that of the request' })),
});

export const Registered = component('Registered', Type.Object({ userName: Type.String(), email: Type.String() }));

export const ForgottenBody = Type.Object({
  login: Type.String({ maxLength: 2_000, description: 'Login name or e-mail address' }),
});

export const ResetBody = Type.Object({
  token: Type.String({ maxLength: 200, description: 'From the link in the mail; works once, for an hour' }),
  password: Text,
});

export const User = component(
  'User',
  Type.Object({
    userName: Type.String(),
    email: Nullable(Type.String()),
    emailConfirmed: Type.Boolean(),
    phoneNumber: Nullable(Type.String()),
    imageUrl: Nullable(Type.String({ description: 'The avatar, 256 × 256' })),
    firstName: Type.String(),
    lastName: Type.String(),
    birthDate: Nullable(Type.String({ format: 'date' })),
    countryId: Nullable(Type.Integer()),
    countryName: Nullable(Type.String({ description: 'In the language of the request' })),
    language: Type.Enum([...LANGUAGES]),
    hasPassword: Type.Boolean({ description: 'Without one the account is entered through Google or VK' }),
    providers: Type.Array(Type.Enum(['google', 'vk'])),
    createdAt: Moment,
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

const Proof = Type.Optional(
  Type.String({
    maxLength: 2_000,
    description: 'Needed when the account has a password. Other accounts prove their address first: /api/v1/user/proof',
  }),
);
export const EmailBody = Type.Object({ email: Text, password: Proof });
export const PhoneBody = Type.Object({ phone: Type.String({ maxLength: 100 }), password: Proof });
export const CodeBody = Type.Object({ code: Type.String({ maxLength: 100, description: 'The six digits sent' }) });
export const LinkBody = Type.Object({
  token: Type.String({ maxLength: 200, description: 'From the link in the mail. Works once, for a day' }),
});
export const PasswordBody = Type.Object({ current: Proof, next: Text });

export const AvatarBody = Type.Unsafe<Buffer>({ type: 'string', format: 'binary' });
export const AvatarParameter = Type.Object({ file: Type.String({ maxLength: 60 }) });

export const SessionItem = component(
  'Session',
  Type.Object({
    id: Type.String({ format: 'uuid' }),
    current: Type.Boolean({ description: 'The one that asks' }),
    userAgent: Type.String(),
    address: Type.String(),
    createdAt: Moment,
    usedAt: Moment,
  }),
);
export const SessionParameter = Type.Object({ id: Type.String({ maxLength: 200 }) });
