import { momentSearch } from '@lectern/contract/rules/start-time';
import { formatTimecode } from '@lectern/contract/rules/timecode';
import { toast } from '../../ui/toast.tsx';

/** Copies the address of a moment of the video on this page, and says so. */
export async function copyMoment(seconds: number): Promise<void> {
  const link = `${location.origin}${location.pathname}${momentSearch(seconds)}`;
  try {
    await navigator.clipboard.writeText(link);
    toast.success(`Link to ${formatTimecode(seconds)} copied.`, { duration: 2000 });
  } catch {
    // Browsers keep the clipboard from pages that came over plain http.
    toast.info(`The browser does not allow copying here. The link is ${link}`, { duration: 15_000 });
  }
}
