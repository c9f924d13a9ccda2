import { mediaPaths } from '@lectern/contract/playback/playback';
import { formatTimecode } from '@lectern/contract/rules/timecode';
import { pictureTime, type Slide, slideRoutes } from '@lectern/contract/outline/slides';
import type { VideoDetail } from '@lectern/contract/videos/videos';
import { useQuery } from '@tanstack/react-query';
import { type PlayerClock, useClock } from '../../player/clock.ts';
import { call } from '../../session/call.ts';

type SlideListProps = { video: VideoDetail; slides: readonly Slide[]; clock: PlayerClock };

/** Every slide with words on it: its picture, which plays from there, its time, and its words to read and copy. */
export function SlideList({ video, slides, clock }: SlideListProps) {
  const current = useClock(clock, (now) => slides.findLast(({ start }) => start <= now)?.start);
  if (slides.length === 0)
    return <p className="p-5 text-soft">The slides are being read. You can leave this page; they will be here.</p>;
  return (
    <ol className="grid gap-6 px-5 py-4">
      {slides.map((slide) => {
        const [head, rest] = headOf(slide);
        return (
          <li key={slide.start} data-slide={slide.start} aria-current={slide.start === current} className="group">
            <button
              type="button"
              aria-labelledby={`slide-${slide.start}`}
              className="grid w-full gap-1.5 text-start"
              onClick={() => clock.seek(slide.start, true)}
            >
              <img
                src={mediaPaths.thumbnail(video.playback_id, pictureTime(slide), 640)}
                alt=""
                loading="lazy"
                className="aspect-video w-full rounded-md border border-line bg-sunken object-contain group-aria-[current=true]:border-accent group-aria-[current=true]:ring-2 group-aria-[current=true]:ring-accent"
              />
              <span id={`slide-${slide.start}`} className="flex items-baseline justify-between gap-3">
                <span className="min-w-0 font-medium">{head}</span>
                <span className="text-sm text-accent tabular-nums">{formatTimecode(slide.start)}</span>
              </span>
            </button>
            {rest && <p className="mt-1 text-sm whitespace-pre-line text-soft">{rest}</p>}
          </li>
        );
      })}
    </ol>
  );
}

/** Splits a slide into its heading, which may span two text lines, and the remaining text. */
function headOf({ title, text }: Slide): [head: string, rest: string] {
  const lines = text.split('\n');
  if (title === '') return [lines[0]!, lines.slice(1).join('\n')];
  return [title, lines.filter((line) => !title.includes(line)).join('\n')];
}

/** The slides of a video; undefined where it has none with words, an empty list while they are still to be read. */
export function useSlides(video: VideoDetail): readonly Slide[] | undefined {
  const state = video.steps.find(({ step }) => step === 'slides')?.state;
  const { data } = useQuery({
    queryKey: ['slides', video.id, state],
    queryFn: async ({ signal }) => (await call(slideRoutes.slides, { passthrough: video.id }, { signal })).data,
    enabled: state === 'done',
  });
  if (state === 'running') return data ?? [];
  return data && data.length > 0 ? data : undefined;
}
