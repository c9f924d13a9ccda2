import type { Note, Sender } from '../compose.ts';

export const concernEmail = ({ brand, publicUrl }: Sender, text: string): Note => ({
  subject: `${brand} needs its operator`,
  preview: text,
  greeting: 'Hello,',
  paragraphs: [text],
  action: { label: 'Open the page System health', url: `${publicUrl}/admin/health` },
  footnote: 'It is told once. The page System health lists what was told in the last month.',
});
