// Formats of the members of JSON answers.

export type Form = (value: unknown) => boolean;

export const isInteger: Form = (value) => Number.isInteger(value);
export const isNumber: Form = (value) => typeof value === 'number' && Number.isFinite(value);
export const isString: Form = (value) => typeof value === 'string';
export const isBoolean: Form = (value) => typeof value === 'boolean';
export const isNull: Form = (value) => value === null;
export const isUuid: Form = (value) => matches(value, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
export const isDatetime: Form = (value) => matches(value, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
export const isCurrency: Form = (value) => matches(value, /^[A-Z]{3}$/);
export const isDigits: Form = (value) => matches(value, /^[1-9]\d+$/);
export const isOneOf = (values: readonly string[]): Form => {
  return (value) => typeof value === 'string' && values.includes(value);
};

function matches(value: unknown, pattern: RegExp): boolean {
  return typeof value === 'string' && pattern.test(value);
}
