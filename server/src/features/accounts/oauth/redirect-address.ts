const loopback: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost']);

const isLoopback = ({ protocol, hostname }: URL): boolean => protocol === 'http:' && loopback.has(hostname);

function withoutPort(address: string): string | undefined {
  const url = URL.parse(address);
  if (!url || !isLoopback(url)) return undefined;
  url.port = '';
  return url.href;
}

/**
 * Whether an app may be answered at an address: one that it names letter by letter, by https or on the person's machine,
 * there at any port (RFC 8252).
 */
export function isOwnAddress(named: readonly string[], address: string): boolean {
  const url = URL.parse(address);
  if (!url || url.hash !== '' || url.username !== '' || url.password !== '') return false;
  if (!isLoopback(url)) return url.protocol === 'https:' && named.includes(address);
  const wanted = withoutPort(address);
  return named.some((each) => withoutPort(each) === wanted);
}
