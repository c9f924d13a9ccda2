import { Gauge, Histogram, Counter } from 'prom-client';

/** Figures of this process that are taken where they arise. `features/operations` tells them. */

/** Seconds. A picture comes in a moment, an encoding of a long recording in hours. */
const buckets = [0.1, 0.5, 2, 10, 60, 300, 1800, 7200];

/**
 * Runs of jobs by how they ended: `done`, `failed` (perhaps to be tried again), `waits` for what only time can bring, or
 * `stopped` from outside.
 */
export const jobSeconds = new Histogram({
  name: 'lectern_job_duration_seconds',
  help: 'Attempts of jobs that this process has run, by name and outcome.',
  labelNames: ['name', 'outcome'],
  buckets,
  registers: [],
});

export const ffmpegSeconds = new Histogram({
  name: 'lectern_ffmpeg_duration_seconds',
  help: 'Runs of ffmpeg by this process, by whether they ended well.',
  labelNames: ['outcome'],
  buckets,
  registers: [],
});

export const ffmpegRunning = new Gauge({
  name: 'lectern_ffmpeg_running',
  help: 'Runs of ffmpeg under way in this process.',
  registers: [],
});

/** New bytes of recordings that were taken since the start of the process. Bytes sent a second time do not count. */
export const receivedBytes = new Counter({
  name: 'lectern_upload_received_bytes_total',
  help: 'Bytes of recordings received since the start of the process.',
  registers: [],
});
