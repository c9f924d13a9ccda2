import { z } from 'zod';
import { routes } from '../route.ts';

export const sampleRoutes = routes({
  /**
   * Puts the sample recording into the caller's library. It counts neither against the plan nor against tokens, and is
   * there once: asked for again, it is the one that is there.
   */
  addSample: {
    method: 'POST',
    path: '/muxvideos/sample',
    access: 'active',
    reply: z.object({ passthrough: z.uuid() }),
  },
});
