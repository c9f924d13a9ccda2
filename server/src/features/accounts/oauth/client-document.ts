import { Problem } from '@lectern/contract/problem';
import { boundedText, shownText } from '@lectern/contract/text';
import { z } from 'zod';
import { type OutboundRules, readBeginning, requestGuarded } from '../../../platform/outbound/guarded-request.ts';

/** Bytes of a document: a name and some addresses. */
const mostBytes = 16_000;

const Address = boundedText(1000);

/** App as it describes itself at the address that is its id (draft-ietf-oauth-client-id-metadata-document). */
const ClientDocument = z.object({
  client_id: Address,
  client_name: shownText(100),
  redirect_uris: z.array(Address).min(1).max(100),
  // There are no secrets: whoever reads the code of an app would know them.
  token_endpoint_auth_method: z.literal('none').optional(),
});
export type ClientDocument = z.output<typeof ClientDocument>;

const unknown = (cause: unknown): Problem => new Problem('app_unknown', { cause });

/** Ids are compared letter by letter, so there is one way to write each. */
function isDocumentAddress(id: string): boolean {
  const url = URL.parse(id);
  return url?.href === id && url.pathname !== '/' && url.hash === '';
}

/** Fetches what an app says of itself. Throws `app_unknown`. */
export async function fetchClientDocument(
  id: string,
  rules: OutboundRules,
  signal: AbortSignal,
): Promise<ClientDocument> {
  if (!isDocumentAddress(id)) throw unknown(`${id} is no address of a document`);
  try {
    // Elsewhere another could speak for this address.
    const request = { method: 'GET', headers: { accept: 'application/json' }, signal, mostRedirects: 0 } as const;
    const reply = await requestGuarded(id, rules, request);
    const text = await readBeginning(reply, reply.statusCode === 200 ? mostBytes : 0);
    if (reply.statusCode !== 200) throw new Error(`status ${reply.statusCode}`);
    const document = ClientDocument.parse(JSON.parse(text));
    if (document.client_id !== id) throw new Error('it is of another client');
    return document;
  } catch (cause) {
    throw unknown(cause);
  }
}
