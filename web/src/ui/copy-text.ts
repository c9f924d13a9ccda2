import { toast } from './toast.tsx';

/** Copies a text and says so, for `duration` milliseconds; where the browser keeps the clipboard from the page, shows it to be copied by hand. */
export async function copyText(text: string, done: string, duration = 2000): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(done, { duration });
  } catch {
    // Browsers keep the clipboard from pages that came over plain http.
    toast.info(`The browser does not allow copying here. The text is: ${text}`, { duration: 15_000 });
  }
}
