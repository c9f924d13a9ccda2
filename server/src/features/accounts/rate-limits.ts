import type { RateLimit } from '../../platform/limits/rate-limit.ts';

/** Wrong passwords and codes for one account from one network; a right one starts afresh. */
export const failuresOfPair: RateLimit = { name: 'login/pair', tries: 10, minutes: 15 };
/** Limits failures for one account from a browser that has signed in to it before. */
export const failuresOfDevice: RateLimit = { name: 'login/device', tries: 10, minutes: 15 };
/** Limits failures for one account from all networks: NIST SP 800-63B-4 allows at most a hundred in a row. */
export const failuresOfAccount: RateLimit = { name: 'login/account', tries: 100, minutes: 60 };
/** Limits failures from one network for all accounts. */
export const failuresFromNetwork: RateLimit = { name: 'login/network', tries: 100, minutes: 15 };
/** Wrong codes of a second factor for one account from strangers on all networks. */
export const codesOfAccount: RateLimit = { name: 'login/codes', tries: 20, minutes: 60 };
/**
 * Limits emails that strangers can trigger to one recipient. Each kind counts separately, so a flood of one does not
 * block the others.
 */
export const registrationMails: RateLimit = { name: 'mail/register', tries: 5, minutes: 60 };
export const verificationMails: RateLimit = { name: 'mail/verify', tries: 5, minutes: 60 };
export const resetMails: RateLimit = { name: 'mail/reset', tries: 5, minutes: 60 };
export const newEmailMails: RateLimit = { name: 'mail/new-address', tries: 5, minutes: 60 };
/** Limits the new emails one member may enter, because they may belong to strangers. */
export const newEmailsOfMember: RateLimit = { name: 'new-address/member', tries: 5, minutes: 60 };
export const registrationsFromNetwork: RateLimit = { name: 'register/network', tries: 60, minutes: 60 };
/** Limits sign-ins begun at a company's provider: a whole company may stand behind one network. */
export const signInsFromNetwork: RateLimit = { name: 'company/network', tries: 600, minutes: 15 };
export const resetsFromNetwork: RateLimit = { name: 'reset/network', tries: 60, minutes: 60 };
/** A token cannot be guessed; this keeps somebody who tries from costing anything. A right one is not counted. */
export const tokensFromNetwork: RateLimit = { name: 'token/network', tries: 100, minutes: 15 };
export const invitationMails: RateLimit = { name: 'mail/invitation', tries: 5, minutes: 60 };
export const invitationsOfWorkspace: RateLimit = { name: 'invitations/workspace', tries: 60, minutes: 60 };
/** Limits how often one asks for a new link in the place of an expired one. */
export const renewalsOfInvitation: RateLimit = { name: 'invitation/renewal', tries: 3, minutes: 24 * 60 };
/** Limits the documents of apps that one member may have fetched: they may be anywhere. */
export const appDocumentsOfMember: RateLimit = { name: 'app-documents/member', tries: 60, minutes: 15 };
