/** How often jobs are looked at. */
export type JobTimes = {
  /** Waking is only quicker: what is due is found by asking so often, in milliseconds. */
  poll: number;
  /** Milliseconds between two signs that running jobs still run. */
  touch: number;
  /** The longest poll interval for work of another service, in seconds, as a person may be watching. */
  soon: number;
  /**
   * Seconds between two looks for the jobs of dead processes, and within one how old what is known of a queue may be.
   */
  supervise: number;
  monitor: number;
};

export const usualTimes: JobTimes = { poll: 1000, touch: 3000, soon: 15, supervise: 4, monitor: 2 };
