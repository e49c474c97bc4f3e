import type { TProperties } from 'typebox';

/**
 * The members that a shape of the contract declares, without those that are undefined. Members that are presented in
 * another form than stored (times, amounts) do not belong into `shape`.
 */
export function pickMembers<Value extends object, Shape extends TProperties>(
  value: Value,
  shape: Shape,
): Pick<Value, keyof Value & keyof Shape> {
  const picked = Object.entries(value).filter(([name, member]) => member !== undefined && Object.hasOwn(shape, name));
  return Object.fromEntries(picked) as Pick<Value, keyof Value & keyof Shape>; // by the filter
}
