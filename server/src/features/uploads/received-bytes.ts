import { Counter } from 'prom-client';

/** New bytes of recordings that were taken since the start of the process. Bytes sent a second time do not count. */
export const receivedBytes = new Counter({
  name: 'lectern_upload_received_bytes_total',
  help: 'Bytes of recordings received since the start of the process.',
  registers: [],
});
