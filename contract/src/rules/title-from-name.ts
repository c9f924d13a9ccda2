import { visibleText } from './visible-text.ts';

/** The title a recording gets until its own is written: its file name without the extension. */
export const titleFromName = (name: string): string =>
  visibleText(name.replace(/\.[^.]+$/, '')) || visibleText(name) || 'Recording';
