// Reads the list of templates that the provider keeps for the account of a sender name.
import type { SenderAccount } from '@volley/domain/sending/sender-account.ts';
import type { ListedTemplate } from '@volley/domain/templates/template-registry.ts';
import { accountWords, type TestedLink, withProvider } from './test-account.ts';

/** Meta keeps at most 6,000 templates for a business account. */
const PAGES_MAX = 100;

/** `problem`: for people; no secret. */
export type TemplateList = { readonly templates: readonly ListedTemplate[] } | { readonly problem: string };

/** A list that was not read to its end is a problem: a template of its rest would look as if it did not exist. */
export function readTemplates(link: TestedLink, account: SenderAccount, timeoutMs: number): Promise<TemplateList> {
  const failed = (reason: string): TemplateList => ({ problem: accountWords(reason, link, account) });
  return withProvider(link, timeoutMs, async (dialect, provider) => {
    const templates: ListedTemplate[] = [];
    let after: string | undefined;
    for (let pages = 0; pages < PAGES_MAX; pages += 1) {
      const request = dialect.listTemplates?.(account, after);
      if (request === undefined) return failed('the account does not name where its templates are');
      const reply = await provider.ask(request);
      if (reply.kind !== 'answer') return failed(reply.reason);
      const page = dialect.hearTemplates?.(reply);
      if (page === undefined) return failed(`answered ${dialect.hearHealth(reply, account) ?? reply.status}`);
      templates.push(...page.templates);
      ({ after } = page);
      if (after === undefined) return { templates };
    }
    return failed(`more than ${PAGES_MAX} pages of templates`);
  });
}
