/**
 * Copies a text. False where the browser keeps the clipboard from the page, as from those that came over plain http.
 */
export async function wasCopied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
