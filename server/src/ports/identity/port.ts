/** A person as the provider describes them. */
export type Claims = {
  subject: string;
  email: string | undefined;
  isEmailVerified: boolean;
  firstname: string | undefined;
  lastname: string | undefined;
  groups: readonly string[];
};

/** With `refresh` the provider is asked again about the person; `id` lets it end its own session of them. */
export type ProviderTokens = { refresh?: string | undefined; id?: string | undefined };

export type SignedIn = { claims: Claims; tokens: ProviderTokens };

/** Values that tie the provider's answer to the question it was asked. */
export type Challenge = { state: string; nonce: string; verifier: string };

/**
 * A company's own sign-in. Throws `sign_in_away`, `sign_in_misconfigured`, `sign_in_declined`, `sign_in_expired`,
 * `sign_in_stale` and `sign_in_untrusted`.
 */
export type IdentityProvider = {
  /** As people know it. */
  name: string;
  issuer: string;
  /** The page of the provider to which the browser goes; with `silentlyFor` it asks nothing of whom this token names. */
  begin(how?: { silentlyFor: string | undefined }): Promise<Challenge & { url: string }>;
  /** Checks the answer with which the browser comes back. */
  finish(answer: URLSearchParams, challenge: Challenge): Promise<SignedIn>;
  /** Asks again about somebody who has signed in; `sign_in_expired` when the provider knows of it no more. */
  renew(refresh: string, subject: string): Promise<SignedIn>;
  /** Where the browser ends its session with the provider; undefined where that has no such page. */
  endSessionUrl(idToken: string | undefined, returnPath: string): Promise<string | undefined>;
};
