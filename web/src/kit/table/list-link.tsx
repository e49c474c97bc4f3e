import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { memo, type ReactNode } from 'react';
import { createSlot } from '../slot.tsx';

/** A list with its filters, as a link target. */
export type ListAddress = { readonly to: string; readonly search?: Readonly<Record<string, unknown>> };

type Leading = ListAddress & { readonly count?: string | undefined };

const Said = createSlot();

/** A number that opens the list it counts; `count` names the number, so that a test can compare both. */
export function ListLink({ children, ...leading }: Leading & { readonly children: ReactNode }) {
  return (
    <Said.Fill content={children}>
      <Leads {...leading} />
    </Said.Fill>
  );
}

/** Resolving a link is its most expensive part, so it is memoized by address. */
const Leads = memo(function Leads({ to, search = {}, count }: Leading) {
  // The page behind the link validates its own search, so the type is not checked here.
  const address = { to, search } as { to: '/' };
  return (
    <Anchor renderRoot={(props) => <Link {...props} {...address} />} inherit data-count={count}>
      <Said.Place />
    </Anchor>
  );
}, isSame);

function isSame(one: Leading, other: Leading): boolean {
  return one.to === other.to && one.count === other.count && isSameSearch(one.search ?? {}, other.search ?? {});
}

function isSameSearch(one: NonNullable<ListAddress['search']>, other: NonNullable<ListAddress['search']>): boolean {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => Object.is(one[name], other[name]));
}
