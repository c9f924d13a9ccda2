import { type StepName, stepNames } from '@lectern/contract/rules/pipeline';
import type { World } from '../../platform/http/context.ts';

/** The steps this server does. A video gets those it lacks once a server does them. */
export const stepsOf = ({ readsSlides, speakers }: Pick<World, 'readsSlides' | 'speakers'>): StepName[] =>
  stepNames.filter((step) => (step !== 'slides' || readsSlides) && (step !== 'speakers' || speakers));
