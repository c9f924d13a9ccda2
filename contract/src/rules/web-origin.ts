/**
 * Hosts as in browser origins (ASCII for IDNA): labels of letters, digits, hyphens, underscores; or an IP address.
 * Separators of Content-Security-Policy directives are excluded.
 */
const label = '[a-z\\d_](?:[a-z\\d_-]{0,61}[a-z\\d_])?';
const name = `${label}(?:\\.${label})*`;
const port = '(?::\\d{1,5})?';
const origin = new RegExp(`^https?://(?:${name}|\\[[\\da-f:.]{2,45}\\])${port}$`);
const site = new RegExp(`^https?://(?:\\*\\.)?${name}${port}$`);

/** An http or https origin of a host and a port that can exist. */
export const isWebOrigin = (text: string): boolean => text.length <= 300 && origin.test(text) && URL.canParse(text);

/** The same with `*.` before the name: every subdomain (CSP 3, host-source). */
export const isSite = (text: string): boolean =>
  isWebOrigin(text) || (text.length <= 300 && site.test(text) && URL.canParse(text.replace('*.', '')));
