import { z } from 'zod';
import { routes } from '../route.ts';

export const referenceRoutes = routes({
  /** The OpenAPI document of the calls of programs. */
  openapi: {
    method: 'GET',
    path: '/v1/openapi.json',
    access: 'anyone',
    work: 'cheap',
    reply: z.looseObject({ openapi: z.literal('3.1.1') }),
  },
});
