import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** A list with its filters, as a place to go to. */
export type ListAddress = { readonly to: string; readonly search?: Readonly<Record<string, unknown>> };

/** A number that opens the list it counts; `count` names the number, so that a test can compare the two. */
export function ListLink({
  to,
  search = {},
  count,
  children,
}: ListAddress & { readonly count?: string; readonly children: ReactNode }) {
  // The address comes with the number, so its form is not known here; the page it opens checks its own search.
  const address = { to, search } as { to: '/' };
  return (
    <Anchor renderRoot={(props) => <Link {...props} {...address} />} inherit data-count={count}>
      {children}
    </Anchor>
  );
}
