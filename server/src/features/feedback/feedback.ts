import { feedbackRoutes } from '@lectern/contract/feedback';
import { feature } from '../../platform/serve.ts';
import { contact } from './contact.ts';

export const feedback = feature(feedbackRoutes, { contact });
