/** Whether an HTTP status refuses for good: asking again will not change it. */
export const isFinalStatus = (status: number): boolean =>
  status >= 400 && status < 500 && status !== 408 && status !== 429;
