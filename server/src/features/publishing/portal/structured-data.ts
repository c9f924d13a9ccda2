import type { Marking } from '@lectern/contract/videos/videos';
import type { Portal, PortalCard, PortalVideo } from '@lectern/contract/publishing/portal';
import { portalPaths } from '@lectern/contract/rules/portal-address';

/** Search engines cut longer descriptions. Characters. */
const longest = 5000;
const stillWidth = 1280;

/** ISO 8601, as schema.org wants a duration. */
function isoDuration(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds));
  return `PT${Math.floor(whole / 3600)}H${Math.floor(whole / 60) % 60}M${whole % 60}S`;
}

type Place = { origin: string; portal: Pick<Portal, 'token' | 'title'> };

const still = ({ origin, portal }: Place, card: PortalCard): string[] =>
  card.thumbnail === null ? [] : [`${origin}${portalPaths.thumbnail(portal.token, card.key, 5, stillWidth)}`];

/**
 * The recording is no machine's, the texts of its page are: `digitalSourceType` (schema.org, by IPTC's words) and
 * `lastReviewed` belong there.
 */
const pageMarking = (url: string, { aiGenerated, reviewedAt }: Marking) => {
  const page = { '@type': 'WebPage', '@id': url };
  const digitalSourceType = 'https://schema.org/CompositeWithTrainedAlgorithmicMediaDigitalSource';
  if (aiGenerated) return { mainEntityOfPage: { ...page, digitalSourceType } };
  return reviewedAt === null ? {} : { mainEntityOfPage: { ...page, lastReviewed: reviewedAt.slice(0, 10) } };
};

/**
 * Builds the fields that Google's documentation of `VideoObject` requires (name, thumbnail, upload date) and
 * recommends.
 */
function recording(place: Place, card: PortalCard) {
  const url = `${place.origin}${portalPaths.watch(place.portal.token, card.key)}`;
  return {
    '@type': card.kind === 'video' ? 'VideoObject' : 'AudioObject',
    '@id': url,
    name: card.title,
    description: (card.description || card.title).slice(0, longest),
    thumbnailUrl: still(place, card),
    uploadDate: new Date(card.created_at * 1000).toISOString(),
    duration: isoDuration(card.duration),
    embedUrl: url,
    url,
    ...pageMarking(url, card),
  };
}

/**
 * schema.org data with `Clip`s and `SeekToAction`
 * (developers.google.com/search/docs/appearance/structured-data/video). Offsets are whole seconds; each start is
 * unique and each end is later.
 */
export function videoData(place: Place, video: PortalVideo): object {
  const address = (seconds: number): string =>
    `${place.origin}${portalPaths.watch(place.portal.token, video.key, seconds)}`;
  const starts = new Set<number>();
  const clips = video.chapters.flatMap(({ title, start_seconds, end_seconds }) => {
    const startOffset = Math.floor(start_seconds);
    const endOffset = Math.floor(Math.min(end_seconds, video.duration));
    if (endOffset <= startOffset || starts.has(startOffset)) return [];
    starts.add(startOffset);
    return [{ '@type': 'Clip', name: title, startOffset, endOffset, url: address(start_seconds) }];
  });
  return {
    '@context': 'https://schema.org',
    ...recording(place, video),
    ...(video.cues.length > 0 ? { transcript: video.cues.map(({ text }) => text).join(' ') } : {}),
    ...(clips.length > 0 ? { hasPart: clips } : {}),
    potentialAction: {
      '@type': 'SeekToAction',
      target: `${place.origin}${portalPaths.watch(place.portal.token, video.key)}?t={seek_to_second_number}`,
      'startOffset-input': 'required name=seek_to_second_number',
    },
  };
}

/** schema.org of the overview: the list of its videos, in order. */
export const overviewData = (place: Place, cards: readonly PortalCard[]): object => ({
  '@context': 'https://schema.org',
  '@type': 'ItemList',
  name: place.portal.title,
  url: `${place.origin}${portalPaths.overview(place.portal.token)}`,
  numberOfItems: cards.length,
  itemListElement: cards.map((card, n) => ({ '@type': 'ListItem', position: n + 1, item: recording(place, card) })),
});
