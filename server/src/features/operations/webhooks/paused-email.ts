import { formatGreeting, type Note, type Sender } from '../../mail/compose.ts';

/** To the owners of a workspace. */
export const pausedEmail = (
  { brand, publicUrl }: Sender,
  reader: { firstname: string },
  { workspace, url }: { workspace: string; url: string },
): Note => ({
  subject: `${brand} has stopped sending events to one of your endpoints`,
  preview: 'It has not taken any for a while.',
  greeting: formatGreeting(reader),
  paragraphs: [
    `An endpoint of ${workspace} no longer takes the events sent to it, so ${brand} has paused it: ${new URL(url).host}.`,
    'Events from now on are not sent there. Turn it on again once it works; you can then send the missed ones again.',
  ],
  action: { label: 'Look at the endpoints', url: `${publicUrl}/asset/workspace?part=webhooks` },
  footnote: `You get this email because you own ${workspace}.`,
});
