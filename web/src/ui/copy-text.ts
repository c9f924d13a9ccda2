import { toast } from './toast.tsx';
import { wasCopied } from './was-copied.ts';

type CopyOptions = {
  /** Milliseconds that `done` stands. */
  duration?: number;
  /** A further result to announce, whether or not copying worked, and its undo action. */
  besides?: { told: string; action: { label: string; onClick: () => void } } | undefined;
};

/** Copies a text and says so; where the browser keeps the clipboard from the page, shows it to be copied by hand. */
export async function copyText(
  text: string,
  done: string,
  { duration = 2000, besides }: CopyOptions = {},
): Promise<void> {
  const told = (words: string): string => (besides ? `${words} ${besides.told}` : words);
  const action = besides ? { action: besides.action } : {};
  if (await wasCopied(text)) toast.success(told(done), { duration, ...action });
  else toast.info(told('The browser does not allow copying here.'), { duration: 15_000, byHand: text, ...action });
}
