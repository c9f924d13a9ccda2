const units = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const;

/** Bytes in decimal units, as operating systems show file sizes: '2.8 GB'. */
export function formatBytes(bytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / 1000 ** power;
  return `${power > 0 && value < 100 ? value.toFixed(1) : Math.round(value)} ${units[power]}`;
}
