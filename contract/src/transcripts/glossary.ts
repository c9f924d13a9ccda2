import { z } from 'zod';
import { routes } from '../route.ts';
import { sentText, shownText } from '../text.ts';

export const glossaryLimits = { terms: 500, characters: 100, wrong: 20 } as const;

const Form = shownText(glossaryLimits.characters);

/** How something is written, and the forms that stand for it by mistake. */
export const Term = z.object({
  id: z.uuid(),
  term: sentText,
  wrong: z.array(sentText),
  created_at: z.iso.datetime(),
});
export type Term = z.infer<typeof Term>;

/** A correction that was made several times, offered as a rule. */
export const TermSuggestion = z.object({
  wrong: sentText,
  term: sentText,
  /** Lines in which it was made. */
  times: z.number().int(),
});
export type TermSuggestion = z.infer<typeof TermSuggestion>;

const Id = z.object({ id: z.uuid() });
const Words = z.object({ term: Form, wrong: z.array(Form).max(glossaryLimits.wrong) });
const OneTerm = z.object({ data: Term });

export const glossaryRoutes = routes({
  /** The member's terms by the alphabet, and what is offered. */
  glossary: {
    method: 'GET',
    path: '/glossary',
    access: 'member',
    right: 'watch',
    reply: z.object({ data: z.object({ terms: z.array(Term), offers: z.array(TermSuggestion) }) }),
  },
  /** Throws `terms_too_many`, and `form_taken` where another term has one of these forms. */
  addTerm: { method: 'POST', path: '/glossary/terms', access: 'member', right: 'edit', body: Words, reply: OneTerm },
  /** Adds a wrong form to the term, which is made where there is none yet. Throws as `addTerm` does. */
  takeOffer: {
    method: 'POST',
    path: '/glossary/offers',
    access: 'member',
    right: 'edit',
    body: z.object({ wrong: Form, term: Form }),
    reply: OneTerm,
  },
  /** An offer that is not to be made again. */
  dismissOffer: {
    method: 'POST',
    path: '/glossary/dismissed',
    access: 'member',
    right: 'edit',
    body: z.object({ wrong: Form, term: Form }),
    reply: z.object({ msg: sentText }),
  },
  /** `before`: what stood there for who changed it. Throws `text_changed`, and as `addTerm` does. */
  changeTerm: {
    method: 'PATCH',
    path: '/glossary/terms/:id',
    access: 'member',
    right: 'edit',
    params: Id,
    body: Words.extend({ before: Words }),
    reply: OneTerm,
  },
  /** Removes a term, or brings one back that was removed a short while ago. */
  removeTerm: {
    method: 'PATCH',
    path: '/glossary/terms/:id/removed',
    access: 'member',
    right: 'edit',
    params: Id,
    body: z.object({ removed: z.boolean() }),
    reply: OneTerm,
  },
});
