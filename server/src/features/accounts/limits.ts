import type { Limit } from '../../platform/tries.ts';

/** Wrong passwords for one account; a right one starts afresh. */
export const loginsOfAccount: Limit = { name: 'login/account', tries: 10, minutes: 15 };
export const loginsFromNetwork: Limit = { name: 'login/network', tries: 100, minutes: 15 };
/** Mails that strangers can make us send to one address. */
export const mailsToAddress: Limit = { name: 'mail/address', tries: 5, minutes: 60 };
export const registrationsFromNetwork: Limit = { name: 'register/network', tries: 60, minutes: 60 };
export const resetsFromNetwork: Limit = { name: 'reset/network', tries: 60, minutes: 60 };
/** A token cannot be guessed; these keep somebody who tries from costing anything. */
export const tokensFromNetwork: Limit = { name: 'token/network', tries: 100, minutes: 15 };
export const tokensForAccount: Limit = { name: 'token/account', tries: 10, minutes: 15 };
