// URL parameters of the list of a messenger's templates.

export type TemplateSearch = {
  readonly q?: string;
  /** A word of the messenger. */
  readonly status?: string;
  /** Whether a template of ours names it. */
  readonly tied?: boolean;
  readonly page?: number;
};

const NAME_LENGTH_MAX = 512;
const STATUS = /^[A-Z_]{1,64}$/;

// The router merges this over the raw URL, so rejected members must be present as undefined.
export function templateSearch({ q, status, tied, page }: Record<string, unknown>): TemplateSearch {
  return {
    q: nameIn(q),
    status: typeof status === 'string' && STATUS.test(status) ? status : undefined,
    tied: typeof tied === 'boolean' ? tied : undefined,
    page: typeof page === 'number' && Number.isSafeInteger(page) && page > 1 ? page : undefined,
  };
}

/** The router reads a value of digits as a number. */
function nameIn(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text !== '' ? text.slice(0, NAME_LENGTH_MAX) : undefined;
}
