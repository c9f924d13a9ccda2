import { NODATA, NOTFOUND } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { Problem } from '@lectern/contract/problem';
import type { NameServers } from './port.ts';

/** Answers by which a domain has no such record. */
const absences: ReadonlySet<string | undefined> = new Set([NODATA, NOTFOUND]);

/** Name servers at these addresses, else those of the machine. */
export function openNameServers(servers: readonly string[]): NameServers {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 });
  if (servers.length > 0) resolver.setServers(servers);
  return {
    async textsOf(domain) {
      try {
        // A long record comes in parts.
        return (await resolver.resolveTxt(domain)).map((parts) => parts.join(''));
      } catch (error) {
        if (absences.has((error as NodeJS.ErrnoException).code)) return [];
        throw new Problem('domain_unanswered', { cause: error });
      }
    },
  };
}
