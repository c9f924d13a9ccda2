import type { Video } from '@lectern/contract/videos/videos';

const said = {
  copied: 'Copied into a format that browsers play.',
  encoded: 'Re-encoded for browsers.',
} as const;

/** That what is played is not the original itself, and why; nothing where it is. */
export function ConversionNote({ conversion }: Pick<Video, 'conversion'>) {
  if (!conversion) return null;
  return (
    <p className="text-sm text-soft">
      {said[conversion.how]} {conversion.reason} The original is kept as it is.
    </p>
  );
}
