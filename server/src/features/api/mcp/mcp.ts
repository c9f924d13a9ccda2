import { Problem } from '@lectern/contract/problem';
import type { Route } from '@lectern/contract/route';
import { mcpRoutes } from '@lectern/contract/v1/mcp';
import { grantAccess } from '../../../platform/http/access.ts';
import type { Context, HttpExchange } from '../../../platform/http/context.ts';
import { feature } from '../../../platform/http/serve.ts';
import { openPortal } from '../../publishing/portal/open-portal.ts';
import { countCall } from '../count-calls.ts';
import { chapterTools } from './chapter-tools.ts';
import { askPortalTool, portalTools } from './portal-tools.ts';
import { type Caller, readTools } from './read-tools.ts';
import { registerResources, resourceAsks } from './resources.ts';
import { createMcp, serveMcp } from './serve-mcp.ts';
import { registerTool } from './tool.ts';
import { writeTools } from './write-tools.ts';

const tools = [...readTools, ...chapterTools, ...writeTools];

/** Whether the scopes and the role of a caller open a call; a membership that is over is told when it is made. */
function isOffered({ principal }: Context<'person'>, route: Route): boolean {
  try {
    grantAccess(route, principal);
    return true;
  } catch (error) {
    return error instanceof Problem && error.code === 'membership_expired';
  }
}

async function callAssistant(ctx: Context<'person'>, wire: HttpExchange): Promise<void> {
  if (ctx.principal.hasLeft) throw new Problem('workspace_left');
  const call: Caller = ctx;
  const begin = (route: Route) => async (): Promise<void> => {
    grantAccess(route, ctx.principal);
    await countCall(call, route, wire.reply);
  };
  await serveMcp(ctx, wire, () => {
    const server = createMcp(ctx.brand);
    for (const tool of tools) if (isOffered(ctx, tool.asks)) registerTool(server, tool, call, begin(tool.asks));
    if (isOffered(ctx, resourceAsks)) registerResources(server, call, begin(resourceAsks));
    return server;
  });
}

/** Visitors read one portal; what a network may ask of it bounds them. */
async function callPortal(ctx: Context<'capability'>, { token }: { token: string }, wire: HttpExchange): Promise<void> {
  const portal = await openPortal(ctx, token);
  await serveMcp(ctx, wire, () => {
    const server = createMcp(portal.title);
    for (const tool of portal.answers_questions ? [...portalTools, askPortalTool] : portalTools)
      registerTool(server, tool, { ...ctx, portal }, async () => undefined);
    return server;
  });
}

export const mcp = feature(mcpRoutes, {
  call: (ctx, _input, wire) => callAssistant(ctx, wire),
  listen: (ctx, _input, wire) => callAssistant(ctx, wire),
  end: (ctx, _input, wire) => callAssistant(ctx, wire),
  callPortal,
});
