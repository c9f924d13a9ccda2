/** How often jobs are looked at. */
export type JobTimes = {
  /** Waking is only quicker: what is due is found by asking so often, in milliseconds. */
  poll: number;
  /** Milliseconds between two signs that running jobs still run. */
  touch: number;
  /** Milliseconds between two looks for the jobs of dead processes. */
  supervise: number;
  /** The longest poll interval for work of another service, in seconds, as a person may be watching. */
  soon: number;
};

export const usualTimes: JobTimes = { poll: 1000, touch: 3000, supervise: 4000, soon: 15 };
