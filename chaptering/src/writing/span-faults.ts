import type { WordToken } from './word-profile.ts';

const PERSON =
  /^(?:dr|mr|mrs|ms|prof|professor|sir|lord|lady|hon|honourable|honorable|senator|chancellor|captain|judge|president|minister)$/;
const ORGANISATION =
  /^(?:university|universities|labs?|inc|ltd|llc|gmbh|corp|corporation|company|college|institute|foundation|association|committee|commission|council|ministry|agency|party|bloc|parliament|federation|school|magazine|podcast|conference|colleagues?|members?)$/;
/** Roles of one person; the plural may well be the subject. */
const ROLE =
  /^(?:author|ceo|cfo|contributor|consultant|cryptographer|cto|co-?founder|developer|director|editor|engineer|founder|guest|head|host|inspector|lecturer|maintainer|manager|moderator|organi[sz]er|presenter|professor|researcher|scientist|secretary|speaker|spokes(?:man|person|woman))$/;

/** A person with a title or in a role, or an organisation by its name. */
export const isPersonOrOrganisation = (tokens: readonly WordToken[]): boolean =>
  PERSON.test(tokens[0]!.lower) ||
  isRole(tokens) ||
  isOrganisation(tokens) ||
  /^(?:colleagues?|members?)$/.test(tokens.at(-1)!.lower);

/** 'Former roof inspector', 'founder and CEO of Maple'. */
function isRole(tokens: readonly WordToken[]): boolean {
  const link = tokens.findIndex(({ stop }, i) => i > 0 && stop);
  return ROLE.test((link < 0 ? tokens : tokens.slice(0, link)).at(-1)!.lower);
}

/** 'Maple University', and 'Maple University in difficulty' as well. */
function isOrganisation(tokens: readonly WordToken[]): boolean {
  const link = tokens.findIndex(({ stop }) => stop);
  return [tokens, link > 0 ? tokens.slice(0, link) : []].some(
    (name) =>
      name.length > 0 &&
      name.every(({ word, lower, stop }) => stop || word !== lower) &&
      ORGANISATION.test(name.at(-1)!.lower),
  );
}

/** 'Mush mushroom': a word begun and begun again. */
export const hasStutter = (tokens: readonly WordToken[]): boolean =>
  tokens.some(({ lower }, i) => i > 0 && lower !== tokens[i - 1]!.lower && lower.startsWith(tokens[i - 1]!.lower));

/** 'Exchanges support Taproot': after a plural stands a verb more often than a noun. */
export const hasInnerPluralNoun = (tokens: readonly WordToken[]): boolean =>
  tokens.some(
    ({ lower, word, tag }, i) =>
      tag === 'NOUN' &&
      word === lower &&
      (/[^sui]s$/.test(lower) || /^(?:children|people|men|women)$/.test(lower)) &&
      i + 1 < tokens.length &&
      !tokens[i + 1]!.stop,
  );

const QUANTITY =
  /^(?:tons?|chunks?|bunch|range|variety|series|dozens?|hundreds?|thousands?|millions?|billions?|magnitude|couple|handful|majority|rest|half|plenty|pieces?|bits?|bytes|lines|rounds?|minutes|hours|days|years)$/;

/** 'A ton of roofs', 'a range of roofs': how many is not what is spoken of. */
export const isQuantity = (tokens: readonly WordToken[]): boolean =>
  tokens.some(({ lower }, i) => QUANTITY.test(lower) && (i === tokens.length - 1 || tokens[i + 1]!.lower === 'of'));
