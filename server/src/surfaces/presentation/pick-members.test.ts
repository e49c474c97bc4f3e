import Type from 'typebox';
import { expect, test } from 'vitest';
import { pickMembers } from './pick-members.ts';

const shape = { name: Type.String(), address: Type.Optional(Type.String()) };

test('pickMembers keeps null and drops members that the shape does not declare', () => {
  expect(pickMembers({ name: 'Shop', address: null, secret: 5n }, shape)).toEqual({ name: 'Shop', address: null });
});

test('pickMembers drops members that are undefined', () => {
  expect(Object.keys(pickMembers({ name: 'Shop', address: undefined }, shape))).toEqual(['name']);
});

test('pickMembers drops a member named like a property of every object', () => {
  expect(pickMembers({ constructor: 1, toString: 2 }, shape)).toEqual({});
});
