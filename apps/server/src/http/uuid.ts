import Type from 'typebox';

/** The format `uuid` of the validator also lets a URN through, which the database refuses. */
export const Uuid = Type.String({ pattern: '^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$' });
