import { z } from 'zod';
import { routes } from '../route.ts';

export const sampleRoutes = routes({
  /**
   * Adds the sample recording to the caller's library, outside plan limits and token allowance. Repeated calls return
   * the existing one.
   */
  addSample: {
    method: 'POST',
    path: '/muxvideos/sample',
    access: 'active',
    right: 'edit',
    reply: z.object({ passthrough: z.uuid() }),
  },
});
