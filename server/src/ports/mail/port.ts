export type EmailMessage = { to: string; subject: string; text: string; html: string };

/** The door to people's mailboxes. */
export type Mailer = {
  kind: 'outbox' | 'smtp';
  /** Resolves when the letter is on disk or accepted by the mail server; `where` says where to find it. */
  deliver(letter: EmailMessage & { messageId: string; date: Date }): Promise<{ where: string }>;
  /** Removes the letters to an address that are kept here; those at a mail server are out of reach. */
  forget(address: string): Promise<void>;
  close(): Promise<void>;
};
