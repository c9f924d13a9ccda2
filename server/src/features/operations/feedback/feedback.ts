import { feedbackRoutes } from '@lectern/contract/operations/feedback';
import { feature } from '../../../platform/http/serve.ts';
import { contact } from './contact.ts';

export const feedback = feature(feedbackRoutes, { contact });
