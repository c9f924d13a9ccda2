import { appScopes, oauthRoutes } from '@lectern/contract/accounts/oauth';
import type { Context, HttpExchange } from '../../../platform/http/context.ts';
import { feature } from '../../../platform/http/serve.ts';
import { resourceOf } from './app-request.ts';
import { giveTokens, revokeTokens } from './exchange.ts';
import { allowApp, openAppRequest } from './grant.ts';

/** Tells what is protected, and who gives tokens for it. */
const describeResource = ({ brand, origin }: Context<'anyone'>, _input: unknown, { reply }: HttpExchange): void =>
  void reply.send({
    resource: resourceOf(origin),
    resource_name: brand,
    authorization_servers: [origin],
    scopes_supported: appScopes,
    bearer_methods_supported: ['header'],
  });

/** Tells who gives tokens, and how. */
const describeServer = ({ origin }: Context<'anyone'>, _input: unknown, { reply }: HttpExchange): void =>
  void reply.send({
    issuer: origin,
    authorization_endpoint: `${origin}/oauth/authorize`,
    token_endpoint: `${origin}/oauth/token`,
    revocation_endpoint: `${origin}/oauth/revoke`,
    scopes_supported: appScopes,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
  });

export const oauth = feature(oauthRoutes, {
  resource: describeResource,
  resourceAtRoot: describeResource,
  server: describeServer,
  token: (ctx, _input, wire) => giveTokens(ctx, wire),
  revoke: (ctx, _input, wire) => revokeTokens(ctx, wire),
  open: openAppRequest,
  allow: allowApp,
});
