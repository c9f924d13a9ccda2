import { audienceRoutes, type WatchStatistics, watchedParts } from '@lectern/contract/publishing/audience';
import { lastDays } from '../../../platform/text/days.ts';
import { feature } from '../../../platform/http/serve.ts';
import { headingsOfAll } from '../../outline/chapters-of.ts';
import { ownVideo } from '../../videos/find-video.ts';
import { watchedCounter, timesPlayed } from './count-watched.ts';
import { playedIn } from './store.ts';

const total = (seconds: readonly number[]): number => seconds.reduce((sum, each) => sum + each, 0);

export const audience = feature(audienceRoutes, {
  async watched(ctx, { passthrough, days }) {
    const { workspace, database, now } = ctx;
    if (passthrough !== undefined) await ownVideo(database.kysely, workspace.id, passthrough);
    await watchedCounter.flush(ctx);
    const range = { workspaceId: workspace.id, videoId: passthrough, ...lastDays(now(), days) };
    const data = await database.snapshot(async (tx) => {
      const byVideo = Map.groupBy(await playedIn(tx, range), ({ video_id }) => video_id);
      const chaptersByVideo = await headingsOfAll(tx, [...byVideo.keys()]);
      const found: WatchStatistics[] = [];
      for (const [id, rows] of byVideo) {
        const { title, duration } = rows[0]!;
        const playedAt = (place: 'portal' | 'link'): number =>
          total(rows.flatMap((row) => (row.place === place ? row.seconds : [])));
        const seconds = Array.from({ length: watchedParts }, (_, n) => total(rows.map((row) => row.seconds[n] ?? 0)));
        const chapters = chaptersByVideo.get(id) ?? [];
        found.push({
          passthrough: id,
          title,
          duration,
          portal: playedAt('portal'),
          links: playedAt('link'),
          parts: seconds.map((each) => (duration > 0 ? (each * watchedParts) / duration : 0)),
          chapters: chapters.map(({ title: name, start, end }) => ({
            title: name,
            start_seconds: start,
            times: timesPlayed(seconds, duration, start, end),
          })),
        });
      }
      return found.toSorted((one, other) => other.portal + other.links - one.portal - one.links);
    });
    return { data };
  },
});
