import { isSite } from './web-origin.ts';

/**
 * How many sites may show a portal, how long the address of one may be as it is typed, and how many videos it holds.
 */
export const portalLimits = { sites: 20, siteLength: 200, videos: 100 } as const;

/** The site somebody means, as an origin; anything typed after the host is cut off. */
export function siteFrom(text: string): string | undefined {
  try {
    const { protocol, origin } = new URL(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`);
    return /^https?:$/.test(protocol) && isSite(origin) ? origin : undefined;
  } catch {
    return undefined;
  }
}

export const describeInvalidSite = (text: string): string =>
  `“${text}” is not a web address. Write it like https://www.example.com`;

/** Returns the problem with a list of sites as text for the user; undefined when it is valid. */
export function findSitesProblem(sites: readonly string[]): string | undefined {
  if (sites.length > portalLimits.sites) return `Please list at most ${portalLimits.sites} sites.`;
  if (sites.some((site) => site.length > portalLimits.siteLength))
    return `The address of a site may have at most ${portalLimits.siteLength} characters.`;
  const wrong = sites.find((site) => siteFrom(site) === undefined);
  return wrong === undefined ? undefined : describeInvalidSite(wrong);
}
