/** The name servers of the internet. */
export type NameServers = {
  /** The TXT records of a domain, none where it has none. Throws `domain_unanswered` where nobody can say. */
  textsOf(domain: string): Promise<readonly string[]>;
};
