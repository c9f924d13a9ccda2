import { lookup, type LookupAddress } from 'node:dns';
import { lookup as resolveName } from 'node:dns/promises';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { Problem } from '@lectern/contract/problem';
import ipaddr from 'ipaddr.js';

/** Networks of this installation that people may name: `10.0.0.0/8`. */
export type Network = readonly [address: ipaddr.IPv4 | ipaddr.IPv6, bits: number];

/** Where requests that people name the address of may go. `own`: hosts of this installation, which are refused. */
export type OutboundRules = { allowed: readonly Network[]; own: readonly string[] };

type GuardedRequest = {
  method: 'GET' | 'POST';
  headers: Readonly<Record<string, string>>;
  body?: string;
  signal: AbortSignal;
  mostRedirects?: number;
};

const redirects: ReadonlySet<number | undefined> = new Set([301, 302, 303, 307, 308]);

const refuse = (cause: string, words: { detail?: string } = {}): Problem =>
  new Problem('address_refused', { cause: new Error(cause), ...words });

const isAllowed = (address: ipaddr.IPv4 | ipaddr.IPv6, { allowed }: OutboundRules): boolean =>
  allowed.some((network) => network[0].kind() === address.kind() && address.match(network as [typeof address, number]));

/** Whether an address is of the public internet: no private, local, shared, reserved or translated one. */
const isPublic = (address: ipaddr.IPv4 | ipaddr.IPv6): boolean => address.range() === 'unicast';

/** Plain http and other ports are for networks of the operator's choice. */
const isUnusual = ({ protocol, port }: URL): boolean => protocol === 'http:' || port !== '';

/** Throws `address_refused`. */
function checkAddress(text: string, url: URL, rules: OutboundRules): void {
  const address = ipaddr.process(text);
  if (isAllowed(address, rules)) return;
  if (isUnusual(url)) throw refuse(`${text} is asked for without https, or at port ${url.port}`);
  if (!isPublic(address)) throw refuse(`${text} is ${address.range()}`);
}

/** Looks a name up once, and connects to what was checked: a name that answers otherwise the next time gains nothing. */
const guardedLookup =
  (url: URL, rules: OutboundRules): LookupFunction =>
  (host, options, done) =>
    lookup(host, { ...options, all: true }, (error, found) => {
      const addresses = found as LookupAddress[];
      if (error) return done(error, '', 4);
      try {
        for (const { address } of addresses) checkAddress(address, url, rules);
        const [first] = addresses;
        if (!first) throw refuse(`${host} has no address`);
        return options.all ? done(null, [first]) : done(null, first.address, first.family);
      } catch (refused) {
        return done(refused as Error, '', 4);
      }
    });

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$|\.$/g, '');

/**
 * Reads an address that is asked later. Throws `address_refused`, also for a name without https that leads to no network of
 * the operator's choice.
 */
export async function acceptOutboundUrl(text: string, rules: OutboundRules): Promise<URL> {
  const url = readOutboundUrl(text, rules);
  const host = hostOf(url);
  if (!isUnusual(url) || ipaddr.isValid(host)) return url;
  const found = await resolveName(host, { all: true }).catch((error: unknown) => {
    throw refuse(`${host} has no address: ${String(error)}`);
  });
  for (const { address } of found) checkAddress(address, url, rules);
  return url;
}

/**
 * Reads an address that a person names. Throws `address_refused` for one that is never asked; names are looked up when
 * it is.
 */
export function readOutboundUrl(text: string, rules: OutboundRules): URL {
  const url = URL.parse(text);
  if (!url) throw refuse('it is no address');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw refuse(`${url.protocol} is not https`);
  if (url.username !== '' || url.password !== '')
    throw refuse('it holds credentials', {
      detail: 'An address may not hold a name and a password. Please give it without them.',
    });
  const host = hostOf(url);
  if (rules.own.includes(host)) throw refuse('it is our own');
  if (ipaddr.isValid(host)) checkAddress(host, url, rules);
  else if (isUnusual(url) && rules.allowed.length === 0)
    throw refuse('it is asked for without https, or at another port');
  return url;
}

function sendOnce(
  url: URL,
  rules: OutboundRules,
  { method, headers, body, signal }: GuardedRequest,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'http:' ? http : https).request(
      url,
      { method, headers, signal, lookup: guardedLookup(url, rules), agent: false },
      resolve,
    );
    request.on('error', reject);
    request.end(body);
  });
}

/**
 * Asks an address that a person named, following redirects that the rules allow. Callers read the reply within a bound, or
 * destroy it. Throws `address_refused`, and errors of the network.
 */
export async function requestGuarded(
  address: string,
  rules: OutboundRules,
  { mostRedirects = 3, ...request }: GuardedRequest,
): Promise<IncomingMessage> {
  let url = readOutboundUrl(address, rules);
  for (let n = 0; ; n += 1) {
    const reply = await sendOnce(url, rules, request);
    const { location } = reply.headers;
    if (!redirects.has(reply.statusCode) || location === undefined || n === mostRedirects) return reply;
    reply.destroy();
    url = readOutboundUrl(new URL(location, url).href, rules);
  }
}

/** The beginning of a reply, as text. */
export async function readBeginning(reply: IncomingMessage, bytes: number): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of reply as AsyncIterable<Buffer>) {
    parts.push(part);
    size += part.length;
    if (size >= bytes) break;
  }
  reply.destroy();
  return Buffer.concat(parts).subarray(0, bytes).toString('utf8').replaceAll('\0', '').toWellFormed();
}
