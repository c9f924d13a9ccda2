import type { Video } from '@lectern/contract/videos/videos';

const said = {
  copied: 'Copied into a format that browsers play.',
  encoded: 'Re-encoded for browsers.',
} as const;

/** Explains why a converted version plays instead of the original; renders nothing when the original plays. */
export function ConversionNote({ conversion }: Pick<Video, 'conversion'>) {
  if (!conversion) return null;
  return (
    <p className="text-sm text-soft">
      {said[conversion.how]} {conversion.reason} The original is kept as it is.
    </p>
  );
}
