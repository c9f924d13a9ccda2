import { toast } from './toast.tsx';

/** Copies a text. False where the browser keeps the clipboard from the page, as from those that came over plain http. */
export async function wasCopied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Copies a text and says so, for `duration` milliseconds; where the browser keeps the clipboard from the page, shows it to be copied by hand. */
export async function copyText(text: string, done: string, duration = 2000): Promise<void> {
  if (await wasCopied(text)) toast.success(done, { duration });
  else toast.info(`The browser does not allow copying here. The text is: ${text}`, { duration: 15_000 });
}
