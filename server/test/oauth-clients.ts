import {
  Client,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { TestApp } from './test-app.ts';

/** An assistant's own part of the SDK: it keeps what it is given, and shows the person an address. */
export class AppInMemory implements OAuthClientProvider {
  readonly redirectUrl: string;
  readonly clientMetadataUrl: string;
  readonly clientMetadata;
  shown: URL | undefined;
  kept: StoredOAuthTokens | undefined;
  #client: StoredOAuthClientInformation | undefined;
  #verifier = '';
  #discovered: OAuthDiscoveryState | undefined;

  constructor({ id, redirect }: Pick<TestApp, 'id' | 'redirect'>) {
    this.redirectUrl = redirect;
    this.clientMetadataUrl = id;
    this.clientMetadata = { client_name: 'Test Assistant', redirect_uris: [redirect] };
  }
  state = (): string => 'of the assistant';
  clientInformation = (): StoredOAuthClientInformation | undefined => this.#client;
  saveClientInformation(client: StoredOAuthClientInformation): void {
    this.#client = client;
  }
  tokens = (): StoredOAuthTokens | undefined => this.kept;
  saveTokens(tokens: StoredOAuthTokens): void {
    this.kept = tokens;
  }
  redirectToAuthorization(url: URL): void {
    this.shown = url;
  }
  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }
  codeVerifier = (): string => this.#verifier;
  discoveryState = (): OAuthDiscoveryState | undefined => this.#discovered;
  saveDiscoveryState(state: OAuthDiscoveryState): void {
    this.#discovered = state;
  }
}

/** The parts of a client that both lines have. */
type Assistant = { listTools(): Promise<{ tools: { name: string }[] }>; close(): Promise<void> };

/** Connects, or sends the person to an address; `finish` takes the one to which they came back. */
type Connection = { connect(): Promise<Assistant>; finish(answer: string): Promise<void> };

const name = { name: 'oauth-tests', version: '1' };
/** The SDK's own client of each line. */
export const lines: Readonly<Record<string, (url: URL, app: AppInMemory) => Connection>> = {
  'of 2026': (url, authProvider) => {
    const transport = new StreamableHTTPClientTransport(url, { authProvider });
    return {
      finish: (answer) => transport.finishAuth(new URL(answer).searchParams),
      async connect() {
        const client = new Client(name, { versionNegotiation: { mode: 'auto' } });
        await client.connect(transport);
        return client as unknown as Assistant;
      },
    };
  },
  'of 2025': (url, authProvider) => {
    const transport = new OlderTransport(url, { authProvider: authProvider as never });
    return {
      finish: (answer) => transport.finishAuth(new URL(answer).searchParams.get('code')!),
      async connect() {
        const client = new OlderClient(name);
        await client.connect(transport as never);
        return client as unknown as Assistant;
      },
    };
  },
};
