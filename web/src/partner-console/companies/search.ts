// URL parameters of the list of companies.
export type CompanyListSearch = {
  readonly q?: string;
  readonly status?: 'ACTIVE' | 'DISABLED';
  readonly sort?: 'name' | 'spent' | 'created';
  readonly page?: number;
};

export function companyListSearch(search: Record<string, unknown>): CompanyListSearch {
  const { q, status, sort, page } = search;
  return {
    ...(typeof q === 'string' && q !== '' && { q }),
    // The router parses a query of digits as a number.
    ...(typeof q === 'number' && { q: String(q) }),
    ...((status === 'ACTIVE' || status === 'DISABLED') && { status }),
    ...((sort === 'spent' || sort === 'created') && { sort }),
    ...(typeof page === 'number' && Number.isSafeInteger(page) && page > 1 && { page }),
  };
}
