export type MuxSettings = {
  tokenId: string;
  tokenSecret: string;
  /** Id of the signing key; the private key is PEM in base64, as Mux provides it. */
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

export const muxHostsForSettings = ({ server }: Pick<MuxSettings, 'server'>): MuxHosts =>
  server === undefined
    ? { api: 'https://api.mux.com', stream: 'https://stream.mux.com', image: 'https://image.mux.com' }
    : { api: server, stream: `${server}/stream`, image: `${server}/image` };

/**
 * Content Security Policy sources (docs.mux.com): segments come from changing mux.com hosts, direct uploads may go to
 * a Google bucket, Mux Data has one host per environment.
 */
export function buildMuxCspSources({ server, dataKey }: Pick<MuxSettings, 'server' | 'dataKey'>) {
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
