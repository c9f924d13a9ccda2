import type { SendMailOptions } from 'nodemailer';
import type { Mailer } from './port.ts';

/** A letter in nodemailer's words, the same for every adapter. Headers mark it as nothing to auto-reply to. */
export const buildNodemailerMessage = (
  { to, subject, text, html, messageId, date }: Parameters<Mailer['deliver']>[0],
  from: string,
): SendMailOptions => ({
  from,
  to: { name: '', address: to },
  subject,
  text,
  html,
  messageId,
  date,
  headers: { 'Auto-Submitted': 'auto-generated' },
  // A letter of ours has no attachment, so nothing in it may make the server read a file or an address.
  disableFileAccess: true,
  disableUrlAccess: true,
});
