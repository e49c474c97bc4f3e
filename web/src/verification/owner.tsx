// The pages of verification serve two kinds of people: users of a partner, and staff for every company. `Owner` holds
// the calls and addresses in which the two differ.
import type { UseQueryResult } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type * as settings from '@volley/contract/console/verification.ts';
import type * as figures from '@volley/contract/console/verification-figures.ts';
import type { BodyOf, QueryOf, ReplyOf } from '@volley/contract/endpoint.ts';
import { type ComponentType, createContext, type ReactNode, use } from 'react';
import { queryClient } from '../api/query-client.ts';
import { readAgain } from '../api/use-api.ts';

export type Profile = ReplyOf<typeof settings.listProfiles>['items'][number];
export type Widget = ReplyOf<typeof settings.listWidgets>['items'][number];
export type Conversion = ReplyOf<typeof figures.listConversions>['items'][number];
export type WidgetError = ReplyOf<typeof figures.listWidgetErrors>['items'][number];
export type Stop = ReplyOf<typeof figures.listStops>['items'][number];

export type NewProfile = BodyOf<typeof settings.createProfile>;
export type ProfileChange = BodyOf<typeof settings.changeProfile>;
export type NewWidget = BodyOf<typeof settings.createWidget>;
export type WidgetChange = BodyOf<typeof settings.changeWidget>;
type LiftedStop = BodyOf<typeof figures.liftStop>;

export type BuilderKey = { readonly keyId: string; readonly name: string };

type Listed<Row> = UseQueryResult<{ readonly items: readonly Row[] }>;

export type CompanyFieldProps = {
  readonly value: number | undefined;
  readonly onChange: (companyId: number | undefined) => void;
  readonly required?: boolean;
};

export type Owner = {
  readonly side: 'console' | 'staff';
  /** Address of the pages. */
  readonly root: '/verification' | '/bo/verification';
  readonly useMayWrite: () => boolean;
  readonly useProfiles: (companyId: number | undefined) => Listed<Profile>;
  readonly useWidgets: (companyId: number | undefined) => Listed<Widget>;
  readonly useConversions: (query: QueryOf<typeof figures.listConversions>) => Listed<Conversion>;
  readonly useWidgetErrors: (query: QueryOf<typeof figures.listWidgetErrors>) => Listed<WidgetError>;
  readonly useStops: (companyId: number | undefined) => Listed<Stop>;
  /** Active keys of the type that widgets for site builders need. */
  readonly useBuilderKeys: (companyId: number | undefined) => readonly BuilderKey[];
  readonly createProfile: (body: NewProfile) => Promise<{ readonly gatewayId: string }>;
  readonly changeProfile: (id: string, body: ProfileChange) => Promise<unknown>;
  readonly createWidget: (body: NewWidget) => Promise<{ readonly widgetId: string }>;
  readonly changeWidget: (id: string, body: WidgetChange) => Promise<unknown>;
  readonly liftStop: (body: LiftedStop) => Promise<unknown>;
  /** The company of a new profile or widget. */
  readonly CompanyField: ComponentType<CompanyFieldProps>;
  /** The filter of the lists; the partner console has it in its frame. */
  readonly CompanyFilter: ComponentType;
};

const OwnerContext = createContext<Owner | undefined>(undefined);

export function OwnerPages({ owner, children }: { readonly owner: Owner; readonly children: ReactNode }) {
  return <OwnerContext value={owner}>{children}</OwnerContext>;
}

export function useOwner(): Owner {
  const owner = use(OwnerContext);
  if (owner === undefined) throw new Error('useOwner: no owner; the page must be inside OwnerPages');
  return owner;
}

/** The company in the URL; absent: all companies. */
export function useCompany(): number | undefined {
  // Every page of verification validates this member.
  const { company } = useSearch({ strict: false }) as { company?: number };
  return company;
}

/** Opens a page below the root, or changes the search of this page. */
export function useGo() {
  const { root } = useOwner();
  const navigate = useNavigate();
  return {
    to: (path: string) => navigate({ to: `${root}${path}` as '/' }), // a route of both sides
    search: (change: object) => {
      const search = (before: object) => ({ ...before, ...change });
      void navigate({ to: '.', search: search as unknown as true }); // validated by the page
    },
  };
}

/** Runs a change and reads everything again that the pages show. */
export async function withRefresh<Reply>(side: Owner['side'], change: () => Promise<Reply>): Promise<Reply> {
  const reply = await change();
  await readAgain(queryClient, side);
  return reply;
}
