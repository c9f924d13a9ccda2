import { createHash } from 'node:crypto';
import type { CardFormat } from '@lectern/contract/publishing/portal';
import { Problem } from '@lectern/contract/problem';
import { Tinypool } from 'tinypool';
import type { Context, World } from '../../../platform/http/context.ts';
import { publicChaptersOf } from '../../outline/chapters-of.ts';
import { playableOf } from '../../videos/renditions/playable.ts';
import { storageKeys } from '../../storage/keys.ts';
import { speakerOfCue } from '../../transcripts/cues.ts';
import type { OwnedPortal, PortalVideoRow } from './store.ts';

/** Contents of a card. `frame` is a data URL of the picture behind the words. */
export type CardDrawing = {
  text: string;
  speaker: string | undefined;
  video: string;
  portal: string;
  brand: string;
  accent: string;
  frame: string | undefined;
  format: CardFormat;
};

/** Characters that fit on a card in a readable size; only a person can have written a longer quote. */
const longest = 360;

/** Whether the typefaces of the cards have the letters of a quote. */
export const isDrawableOnCard = (text: string): boolean =>
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]+$/u.test(text) &&
  !/\p{Extended_Pictographic}/u.test(text);

const under = (text: string, limit: number): string =>
  text.length <= limit ? text : `${text.slice(0, limit).replace(/\s+\S*$/, '')}…`;

/** Pixels: so few that what stands on a slide cannot be read behind the quote, only its colours and shapes are left. */
const blurred = 40;

/** One thread for all cards, which has the typefaces at hand; it ends when nobody has asked for a while. */
const drawers = new Tinypool({
  filename: new URL('quote-card.thread.ts', import.meta.url).href,
  minThreads: 0,
  maxThreads: 1,
  idleTimeout: 30_000,
});

/** After so many a new thread takes over. */
const cardsOfThread = 10;
let drawn = 0;

type Wish = { chapter: string; n: number; format: CardFormat };

/** A quote of a video in a portal as a PNG, kept once it was drawn. Throws `not_found`, and `busy`. */
export async function quoteCard(
  world: Pick<Context<'capability'>, 'database' | 'storage' | 'media' | 'pictures' | 'brand' | 'turn' | 'signal'>,
  portal: OwnedPortal,
  video: PortalVideoRow,
  { chapter: id, n, format }: Wish,
): Promise<Buffer> {
  const chapter = (await publicChaptersOf(world.database.kysely, video.id)).find((each) => each.id === id);
  const quote = portal.show_quotes ? chapter?.quotes[n] : undefined;
  if (!chapter || !quote || !isDrawableOnCard(quote.quote)) throw new Problem('not_found');
  const drawing = {
    text: under(quote.quote, longest),
    speaker: quote.cues && (await speakerOfCue(world.database.kysely, video.id, quote.cues[0])),
    video: under(video.title, 80),
    portal: under(portal.title, 60),
    brand: world.brand,
    accent: portal.accent,
    format,
  };
  const time = Math.min((quote.start ?? chapter.start) + 1, Math.max(0, video.duration - 0.1));
  const name = createHash('sha256')
    .update(JSON.stringify([drawing, time]))
    .digest('hex')
    .slice(0, 32);
  const make = (signal: AbortSignal) => world.turn(() => draw(world, video, { drawing, time, signal }), signal);
  return world.pictures.through(storageKeys.folder(video.id), `card-${name}.png`, make, world.signal);
}

async function draw(
  world: Pick<World, 'storage' | 'media'>,
  video: PortalVideoRow,
  { drawing, time, signal }: { drawing: Omit<CardDrawing, 'frame'>; time: number; signal: AbortSignal },
): Promise<Buffer> {
  const picture =
    video.kind === 'video'
      ? // This has its turn already: one more could only be waited for by holding up another's.
        await world.media.thumbnail(
          playableOf(world, video),
          { time, width: blurred },
          { turn: (work) => work(), signal },
        )
      : undefined;
  const frame = picture && `data:image/jpeg;base64,${picture.toString('base64')}`;
  signal.throwIfAborted();
  const png = (await drawers.run({ ...drawing, frame })) as Uint8Array;
  drawn += 1;
  // Memory outside of JavaScript's heap, some five megabytes a card, is given back with its thread at the latest.
  if (drawn % cardsOfThread === 0) void drawers.recycleWorkers();
  return Buffer.from(png);
}
