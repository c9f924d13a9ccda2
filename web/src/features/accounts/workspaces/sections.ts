import type { Right } from '@lectern/contract/rules/rights';
import { lazyPart } from '../../../ui/lazy-part.tsx';

/** Parts of the workspace page, each in a file of its own, for those with the right. */
export const sections = [
  { part: 'people', title: 'People', right: 'watch', Section: lazyPart(() => import('./people.tsx')) },
  { part: 'general', title: 'General', right: 'manage', Section: lazyPart(() => import('./general.tsx')) },
  { part: 'keys', title: 'Keys', right: 'watch', Section: lazyPart(() => import('./keys.tsx')) },
  { part: 'webhooks', title: 'Webhooks', right: 'manage', Section: lazyPart(() => import('./webhooks.tsx')) },
  { part: 'sign-on', title: 'Sign-on', right: 'manage', Section: lazyPart(() => import('./sign-on.tsx')) },
  { part: 'log', title: 'Log', right: 'manage', Section: lazyPart(() => import('./workspace-log.tsx')) },
] as const satisfies readonly { part: string; title: string; right: Right; Section: unknown }[];
