import Type from 'typebox';

const LOWER_CASE = 'x-lower-case';

/** A keyword of schemas: the handler gets the text in small letters. */
export const lowerCaseKeyword = {
  keyword: LOWER_CASE,
  type: 'string' as const,
  schemaType: 'boolean' as const,
  modifying: true,
  errors: false,
  validate: (_isOn: boolean, text: string, _schema: unknown, place?: Place) => {
    if (place) place.parentData[place.parentDataProperty] = text.toLowerCase();
    return true;
  },
};

interface Place {
  parentData: Record<string | number, unknown>;
  parentDataProperty: string | number;
}

/**
 * In small letters as in the database, so that the two can be compared. The format `uuid` of the validator also lets a URN
 * through, which the database refuses.
 */
export const uuidWith = (options: { description?: string }) =>
  Type.String({ pattern: '^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$', [LOWER_CASE]: true, ...options });

export const Uuid = uuidWith({});
