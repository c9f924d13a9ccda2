import { isSite } from './web-origin.ts';

/** Sites that may show a portal, characters of one's address as it is typed, videos, and a model's answers to visitors a day. */
export const portalLimits = { sites: 20, siteLength: 200, videos: 100, modelAnswers: 20 } as const;

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
