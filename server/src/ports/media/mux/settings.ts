export type MuxSettings = {
  tokenId: string;
  tokenSecret: string;
  /** Of the signing key: its id, and the private key as Mux hands it out, PEM in base64. */
  signingKeyId: string;
  signingPrivateKey: string;
  webhookSecret: string;
  /** Environment key of Mux Data: without it nothing is measured. */
  dataKey?: string | undefined;
  /** Another server in Mux's place, which answers for all of its hosts: for tests and compatible servers. */
  server?: string | undefined;
};

/** Origins, without a slash at their end. */
export type MuxHosts = { api: string; stream: string; image: string };

export const hostsOf = ({ server }: Pick<MuxSettings, 'server'>): MuxHosts =>
  server === undefined
    ? { api: 'https://api.mux.com', stream: 'https://stream.mux.com', image: 'https://image.mux.com' }
    : { api: server, stream: `${server}/stream`, image: `${server}/image` };

/**
 * What a page needs (docs.mux.com, Content Security Policy): segments come from changing hosts below mux.com, and direct
 * uploads go there or to a bucket of Google's. What Mux Data is told goes to a host of the environment's own.
 */
export function sourcesOf({ server, dataKey }: Pick<MuxSettings, 'server' | 'dataKey'>) {
  const measuring = dataKey === undefined ? [] : [`https://${dataKey}.litix.io`];
  if (server !== undefined) {
    const { origin } = new URL(server);
    return { 'connect-src': [origin, ...measuring], 'img-src': [origin], 'media-src': [origin] };
  }
  return {
    'connect-src': ['https://*.mux.com', 'https://storage.googleapis.com', ...measuring],
    'img-src': ['https://image.mux.com'],
    'media-src': ['https://*.mux.com'],
  };
}
