import { isSite } from '@lectern/contract/rules/web-origin';

const keyword = /^'(?:self|none|unsafe-inline)'$|^(?:data|blob):$/;

/**
 * A Content-Security-Policy of directives and their sources. Throws for a source that is neither a keyword nor an
 * origin: what came from people or from a request could begin a directive of its own.
 */
export function contentSecurityPolicy(directives: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(directives)
    .map(([name, sources]) => {
      const strange = sources.find((source) => !keyword.test(source) && !isSite(source));
      if (strange !== undefined) throw new Error(`${JSON.stringify(strange)} is no source of a policy.`);
      return [name, ...sources].join(' ');
    })
    .join('; ');
}
