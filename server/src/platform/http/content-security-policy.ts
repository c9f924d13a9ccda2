import { isSite } from '@lectern/contract/rules/web-origin';

const keyword = /^'(?:self|none|unsafe-inline)'$|^(?:data|blob):$/;

/**
 * Builds a Content-Security-Policy. Throws for sources other than keywords and origins, because untrusted text could
 * start its own directive.
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
